// Makes the reference of the products with DocC, as a folder that any web server can serve from any place:
//
//   node Site/reference.mjs FOLDER
//
// It reads what a debug build has left in .build, and of the products behind traits what is in .build/nats, if that is there.
// It fails if DocC has something to say, if a public declaration has no documentation, or if a type or an operator is in no
// group of topics. FOLDER/entries.json is for the search: title, place, text.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = process.argv[2] && resolve(process.argv[2])
if (!folder) {
  console.error('usage: node Site/reference.mjs FOLDER')
  process.exit(2)
}
const plain = ['Signals', 'SignalsFoundation', 'SignalsTesting', 'SwiftSignalKit', 'PushPull']
const behindTraits = ['SignalsNATS', 'SignalsHTTP']
const work = folder + '-work'
const failures = []
/// Leads back to the site from each page of DocC, which changes the address without loading another one.
const home = '<nav style="padding:.5rem 1.4rem;font:16px system-ui,sans-serif"><a id="home" style="color:var(--color-link,#06c)">'
  + 'swift-signals</a></nav><script>document.getElementById("home").href=new URL("../index.html",location.origin+baseUrl)</script>'

/// Where the compiler has left a module.
const builds = (module) => {
  const build = join(root, '.build', behindTraits.includes(module) ? 'nats/debug' : 'debug')
  return existsSync(join(build, 'Modules', `${module}.swiftmodule`)) ? build : undefined
}

const { target } = JSON.parse(execFileSync('swiftc', ['-print-target-info']))
const names = [...plain, ...behindTraits].filter((module) => {
  if (builds(module)) return true
  if (plain.includes(module)) failures.push(`${module} is not built: swift build`)
  else console.log(`without ${module}, which is not built: see .ci/run`)
  return false
})
if (failures.length > 0) end()

rmSync(work, { recursive: true, force: true })
rmSync(folder, { recursive: true, force: true })
mkdirSync(work, { recursive: true })

for (const module of names) {
  const build = builds(module)
  const graphs = join(work, module)
  mkdirSync(graphs)
  const maps = [
    ...readdirSync(build).filter((name) => name.endsWith('.build')).map((name) => join(build, name, 'module.modulemap')),
    ...readdirSync(join(root, 'Sources')).map((name) => join(root, 'Sources', name, 'module.modulemap')),
  ].filter(existsSync)
  run('swift', [
    'symbolgraph-extract', '-module-name', module, '-I', join(build, 'Modules'), '-target', target.triple,
    ...maps.flatMap((map) => ['-Xcc', `-fmodule-map-file=${map}`]), '-minimum-access-level', 'public',
    '-skip-synthesized-members', '-emit-extension-block-symbols', '-output-dir', graphs,
  ])
  checkDocumentation(module, graphs)
  const dependency = module === 'Signals' ? [] : ['--dependency', archive('Signals')]
  const said = run('docc', [
    'convert', join(root, 'Sources', module, `${module}.docc`), '--additional-symbol-graph-dir', graphs,
    '--fallback-display-name', module, '--fallback-bundle-identifier', module, '--enable-experimental-external-link-support',
    '--fallback-default-module-kind', 'Library', ...dependency, '--emit-digest', '--hosting-base-path', 'BASE',
    '--ide-console-output', '--output-dir', archive(module),
  ])
  const warnings = said.split('\n').filter((line) => /(warning|error): /.test(line)).map((line) => line.replace(root + '/', ''))
  failures.push(...new Set(warnings))
  checkTopics(module)
}
const entries = names.flatMap(searchEntries)
run('docc', [
  'merge', ...names.map(archive), '--synthesized-landing-page-name', 'swift-signals', '--synthesized-landing-page-kind', 'Package',
  '--output-path', join(work, 'all.doccarchive'),
])
renameSync(join(work, 'all.doccarchive'), folder)
for (const unused of [
  'linkable-entities.json', 'indexing-records.json', 'assets.json', 'diagnostics.json', 'link-hierarchy.json', 'downloads', 'images',
  'videos', 'documentation-coverage.json',
]) rmSync(join(folder, unused), { recursive: true, force: true })
const pages = leadUp(folder)
writeFileSync(join(folder, 'entries.json'), JSON.stringify(entries))
// Each page looks for it.
writeFileSync(join(folder, 'theme-settings.json'), '{}\n')
rmSync(work, { recursive: true, force: true })
console.log(`${pages} pages of ${names.length} products`)
end()

function archive(module) {
  return join(work, `${module}.doccarchive`)
}

function run(command, parameters) {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error || status !== 0) {
    console.error(error ?? stdout + stderr)
    process.exit(1)
  }
  return stdout + stderr
}

/// Every public declaration has a text, of its own or of the requirement that it fulfils.
function checkDocumentation(module, graphs) {
  let count = 0
  for (const file of readdirSync(graphs)) {
    for (const symbol of JSON.parse(readFileSync(join(graphs, file))).symbols) {
      if (symbol.kind.identifier === 'swift.extension') continue
      count += 1
      if (!symbol.docComment) failures.push(`${module}: no documentation: ${symbol.pathComponents.join('.')}`)
    }
  }
  console.log(`${module}: ${count} public declarations`)
}

/// DocC makes groups of its own, by kind, of what is in none.
function checkTopics(module) {
  for (const page of [module, ...(module === 'Signals' ? ['Signals/EventStream'] : [])]) {
    const file = join(archive(module), 'data/documentation', `${page.toLowerCase()}.json`)
    const { topicSections = [], references } = JSON.parse(readFileSync(file))
    for (const section of topicSections.filter(({ generated }) => generated)) {
      // What is added to types of other modules; what follows from a protocol.
      if (/^(Extended Modules|Default Implementations)$/.test(section.title)) continue
      const found = section.identifiers.map((identifier) => references[identifier].title + ' ' + identifier.split('/').at(-1))
      failures.push(`${page}: in no group of topics: ${found.join(', ')}`)
    }
  }
}

/// What the search of the site shows: titles with those of the types around.
function searchEntries(module) {
  const entities = JSON.parse(readFileSync(join(archive(module), 'linkable-entities.json')))
  const titles = new Map(entities.map(({ path, title }) => [path, title]))
  const text = (inline = []) => inline.map((part) => part.text ?? part.code ?? '').join('')
  return entities.map(({ title, path, abstract }) => {
    const parts = path.split('/')
    const around = parts.slice(3, -1).map((_, index) => titles.get(parts.slice(0, 4 + index).join('/'))).filter(Boolean)
    return [`${module}: ${[...around, title].join('.')}`, `reference${path}/`, text(abstract)]
  })
}

/// Replaces the absolute paths of DocC by relative ones.
function leadUp(of, depth = 0) {
  let count = 0
  for (const entry of readdirSync(of, { withFileTypes: true })) {
    const path = join(of, entry.name)
    if (entry.isDirectory()) count += leadUp(path, depth + 1)
    if (entry.name !== 'index.html') continue
    const up = depth === 0 ? './' : '../'.repeat(depth)
    const text = readFileSync(path, 'utf8')
      .replace('var baseUrl = "/BASE/"', `var baseUrl = new URL("${up}", location.href).pathname`)
      .replaceAll('"/BASE/', `"${up}`)
      .replace('<div id="app">', `${home}$&`)
    writeFileSync(path, text)
    count += 1
  }
  return count
}

function end() {
  for (const failure of failures) console.error(failure)
  process.exit(failures.length > 0 ? 1 : 0)
}
