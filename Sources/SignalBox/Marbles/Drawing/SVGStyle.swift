/// How drawings look, in light and in dark.
enum SVGStyle {
  /// Everything has its colour by what it is.
  static let text = """

    text { font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif }
    .card { fill: #ffffff; stroke: #d6dbe1 }
    .operator { fill: #f2f5f9; stroke: #c3ccd6 }
    .code { font: 600 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }
    .code { fill: #24303c; text-anchor: middle }
    .name { font-size: 12.5px; fill: #66717d; text-anchor: end }
    .line, .end { stroke: #4d5864; stroke-width: 2; fill: none; stroke-linecap: round }
    .end { stroke-width: 3 }
    .failure { stroke: #d63c3c; stroke-width: 3.2; fill: none; stroke-linecap: round }
    .interruption { stroke: #c96f17; stroke-width: 3.2; fill: none; stroke-linecap: round }
    .begin { fill: #4d5864 }
    .connection { stroke: #8b96a3; stroke-width: 1.5; fill: none; stroke-dasharray: 2 4 }
    .rest { opacity: 0.32 }
    .rest .line { stroke-dasharray: 1 6 }
    .value { font-size: 14px; font-weight: 600; fill: #ffffff; text-anchor: middle }
    .long { font-size: 12.5px }
    .stream { fill: #ffffff; stroke: #4d5864; stroke-width: 2 }
    .streamName { font-size: 12.5px; font-weight: 600; fill: #24303c; text-anchor: middle }
    @media (prefers-color-scheme: dark) {
    .card { fill: #161b22; stroke: #333c47 }
    .operator { fill: #222a34; stroke: #414c59 }
    .code, .streamName { fill: #e4eaf1 }
    .name { fill: #97a3b0 }
    .line, .end { stroke: #a7b2be }
    .begin { fill: #a7b2be }
    .failure { stroke: #f26a6a }
    .interruption { stroke: #e59445 }
    .connection { stroke: #6c7885 }
    .rest { opacity: 0.42 }
    .stream { fill: #161b22; stroke: #a7b2be }
    }

    """
}
