/// What a browser does with a timeline that is opened by itself: the wheel and two buttons zoom by time, dragging moves it,
/// a double click shows all of it again. Where scripts do not run, as in the picture of a page, nothing changes.
///
/// Times become wider, marbles do not: lines that lie in time get other ends, marks are moved as a whole.
enum TimelineScript {
  static func element(left: Double, width: Double) -> String {
    """
    <script>//<![CDATA[
    (() => {
      const svg = document.currentScript.ownerSVGElement, left = \(left.short), width = \(width.short);
      const lines = [...svg.querySelectorAll('#zoomed > path')]
        .map(e => [e, ...e.getAttribute('d').match(/[\\d.]+/g).map(Number)]);
      const marks = [...svg.querySelectorAll('#zoomed > [data-x]')].map(e => [e, +e.getAttribute('data-x')]);
      let scale = 1, first = 0, dragged = null;
      const x = at => left + (at - left - first) * scale;
      const show = () => {
        first = Math.max(0, Math.min(first, width - width / scale));
        for (const [e, a, y, b, z] of lines) e.setAttribute('d', `M${x(a)} ${y}L${x(b)} ${z}`);
        for (const [e, at] of marks) e.setAttribute('transform', `translate(${x(at) - at} 0)`);
      };
      const zoom = (factor, at) => {
        const under = first + (at - left) / scale;
        scale = Math.max(1, Math.min(scale * factor, 1000));
        first = under - (at - left) / scale;
        show();
      };
      const place = event => new DOMPoint(event.clientX, 0).matrixTransform(svg.getScreenCTM().inverse()).x;
      svg.addEventListener('wheel', event => {
        event.preventDefault();
        zoom(Math.pow(1.002, -event.deltaY), place(event));
      }, { passive: false });
      svg.addEventListener('pointerdown', event => { dragged = place(event); });
      svg.addEventListener('pointermove', event => {
        if (dragged === null || !event.buttons) return;
        first += (dragged - place(event)) / scale;
        dragged = place(event);
        show();
      });
      svg.addEventListener('dblclick', () => { scale = 1; first = 0; show(); });
      svg.querySelectorAll('.zoom').forEach((button, index) => {
        button.addEventListener('click', () => zoom(index ? 2 : 0.5, left + width / 2));
        button.addEventListener('dblclick', event => event.stopPropagation());
      });
    })();
    //]]></script>
    """
  }
}

extension SVG {
  /// What stands at one time, and is moved as a whole.
  mutating func mark(at x: Double, _ draw: (inout SVG) -> Void) {
    add("<g data-x=\"\(x.short)\">")
    draw(&self)
    add("</g>")
  }
}
