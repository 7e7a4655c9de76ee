// Calls the modules of a site without a browser: node Site/Test/module.mjs FOLDER
// They draw every example as the program of the command line does, the module of its part as well as the one with all parts.
// That says what is wrong, changes diagrams, and keeps no memory. No part is larger than a page may load.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const folder = process.argv[2]
async function load(part) {
  const wasm = await WebAssembly.compile(readFileSync(join(folder, 'marbles', `${part}.wasm`)))
  let exports
  const say = (address, count) => console.error(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, address, count)))
  exports = (await WebAssembly.instantiate(wasm, { page: { say } })).exports
  return exports
}
const all = await load('all')

function call(exports, name, source, expression, numbers, text = '') {
  const parts = [source ?? '', expression, text].map((part) => new TextEncoder().encode(part))
  const address = exports.input(parts.reduce((sum, part) => sum + part.length, 0))
  let place = address
  for (const part of parts) {
    new Uint8Array(exports.memory.buffer, place, part.length).set(part)
    place += part.length
  }
  const length = exports[name](...numbers(source == null ? -1 : parts[0].length, parts[1].length))
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.output(), length)))
}
const drawIn = (exports, source, expression, example) => call(exports, 'draw', source, expression, (a, b) => [example, a, b])
const draw = (source, expression, example = -1) => drawIn(all, source, expression, example)

const plain = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const pattern = /<figure class="live" data-part="(\w+)" data-example="(\d+)"(?: data-source="([^"]*)")? data-expression="([^"]*)">\n<div class="scroller"><div class="picture">(.*?)<\/div>.*?<div class="still">(.*?)<\/div>/gs
const examples = []
const pages = ['operators', 'learn'].flatMap((part) => readdirSync(join(folder, part)).map((name) => join(part, name)))
for (const name of pages) {
  for (const [, part, number, source, expression, svg, pushed] of readFileSync(join(folder, name), 'utf8').matchAll(pattern)) {
    examples.push({ name, part, number: Number(number), source: source === undefined ? null : plain(source), expression: plain(expression), svg: svg + '\n', pushed: pushed && pushed + '\n' })
  }
}
assert(examples.length > 140, `${examples.length} examples`)
let differing = 0
const parts = [...new Set(examples.map(({ part }) => part))]
const modules = new Map(await Promise.all(parts.map(async (part) => [part, await load(part)])))
for (const { name, part, number, source, expression, svg, pushed } of examples) {
  for (const exports of [modules.get(part), all]) {
    const drawing = drawIn(exports, source, expression, number)
    assert.equal(drawing.svg, svg, name)
    assert.equal(drawing.pushed ?? '', pushed, name)
    if (drawing.pushed) differing += 1
  }
}
assert(differing > 20, `${differing} pushed pictures`)
console.log(`${examples.length} pictures are those of the command line, in ${parts.length} modules and in the one with all of them`)

for (const part of parts) {
  const bytes = readFileSync(join(folder, 'marbles', `${part}.wasm`))
  const [gzip, brotli] = [gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length]
  console.log(`${part}: ${bytes.length} bytes, ${gzip} with gzip, ${brotli} with Brotli`)
  assert(bytes.length <= 700_000 && brotli <= 270_000, `the module with ${part} is too large`)
}

assert.deepEqual(draw('-a-|', 'first.uppercas'), {
  mistake: "there is no operator 'uppercas'; did you mean uppercase?", line: 'expression', before: 'first.',
})
assert.deepEqual(draw('-a|b', 'first'), { mistake: 'nothing follows the end of a stream', line: 'source', before: '-a|' })
assert.equal(draw('-a|', 'empty.repeatForever()').line, 'expression')
assert.match(draw('-a|', 'repeatForever').text, /^in /)
assert.match(draw('-a|', 'prefix(99999999999)').mistake, /^expected a count from 0 to 99/)
assert.match(draw("-'3000000000'-'4000000001'|", 'scan(0, +)').text, /7000000001/)
const changed = call(all, 'change', '-a-|', "merge(with: '-1-2|')", (a, b) => [a, b, 12, 1, 0, 0, 2])
assert.deepEqual(changed, { source: '-a-|', expression: "merge(with: '--12|')", mark: [2, 0] })
const renamed = call(all, 'change', '-a-|', 'first', (a, b) => [a, b, -1, 1, 0, 2, 2], 'é')
assert.equal(renamed.source, '-é-|')

// What is in use does not grow with what is drawn.
const drawAll = () => { for (const { number, source, expression } of examples) draw(source, expression, number) }
drawAll()
const before = all.bytes_in_use()
for (let round = 0; round < 5; round++) drawAll()
const grown = all.bytes_in_use() - before
assert(grown <= 512, `${grown} bytes are kept after ${5 * examples.length} pictures`)

const times = []
for (let round = 0; round < 20; round++) {
  for (const { number, source, expression } of examples) {
    const begin = performance.now()
    draw(source, expression, number)
    times.push(performance.now() - begin)
  }
}
times.sort((a, b) => a - b)
const at = (part) => times[Math.floor((times.length - 1) * part)].toFixed(2)
console.log(`a picture takes ${at(0.5)} ms, one in a hundred over ${at(0.99)} ms; ${all.bytes_in_use()} bytes are in use`)
