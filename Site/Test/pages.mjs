// Tries pages of a site in Chromium, and compares with the program of the command line:
//
//   node Site/Test/pages.mjs FOLDER PROGRAM [all]
//
// With `all`, every page is opened, not a sample. Pictures of pages go to FOLDER-pictures.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve } from '../serve.mjs'
import { Browser } from './browser.mjs'

const [folder, program] = process.argv.slice(2, 4).map((path) => resolve(path))
const found = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.html')).sort()
const pages = found.filter((path) => !path.startsWith('reference/'))
// DocC makes 1,500 from the same templates.
const reference = found.filter((path) => path.startsWith('reference/documentation/'))
  .filter((_, index) => index % (process.argv[4] === 'all' ? 10 : 100) === 0)
const sample = process.argv[4] === 'all' ? pages : [
  'index.html', 'operators.html', 'guides.html', 'decisions.html', 'README.html', 'Contract.html', 'Documentation/Operators.html',
  'Documentation/Figures.html', 'Documentation/Guides/Cookbook.html', 'operators/map.html', 'operators/flatMap-merge.html',
  'operators/SignalProducer.html', 'learn/push-and-pull.html', 'learn/diamond.html', 'learn/one-moment.html', 'learn/back-pressure.html', 'operators/share-replay.html', 'operators/log.html', 'operators/Signal-pipe.html',
]
const arrows = { left: '\uE012', right: '\uE014' }
const [deleteKey, enterKey, escapeKey] = ['\uE017', '\uE007', '\uE00C']

const servers = []
const address = async (of) => {
  servers.push(await serve(of))
  return `http://127.0.0.1:${servers.at(-1).address().port}/`
}
const site = await address(folder)
const browser = await Browser.open()

const source = "document.querySelector('.fields input').value"
const expression = "[...document.querySelectorAll('.fields input')].at(-1).value"
const focused = 'document.activeElement.mark && [document.activeElement.mark.step, document.activeElement.getAttribute("aria-label")]'
const isLive = "document.documentElement.classList.contains('is-live')"
const mistake = "document.querySelector('.mistake').textContent"

async function open(path) {
  // A page that differs in its fragment only would not be loaded.
  await browser.goto('about:blank')
  await browser.goto(site + path)
  await browser.until(isLive)
}

/// The middle of what the name of a mark says, and where another step of its row is.
const place = (label) => browser.value(`(() => {
  const box = [...document.querySelectorAll('.handles > *')].find((handle) => handle.getAttribute('aria-label') === arguments[0]).getBoundingClientRect()
  return [box.x + box.width / 2, box.y + box.height / 2]
})()`, label)
const stepWidth = () => browser.value(`(() => {
  const svg = document.querySelector('.picture svg')
  const drawing = marbles.draw(-1, { source: ${source}, expression: ${expression} })
  return drawing.stepWidth / 1000 * svg.getBoundingClientRect().width / drawing.width
})()`)

/// What is seen is what the program draws of the same lines, and what the module draws.
async function expectPictureOfProgram() {
  const lines = [await browser.value(source), await browser.value(expression)]
  const file = join(folder, 'picture.svg')
  execFileSync(program, ['marbles', '--svg', file, '--', ...lines])
  const printed = readFileSync(file, 'utf8')
  rmSync(file)
  const seen = await browser.value(`(() => {
    const made = document.createElement('div')
    made.innerHTML = arguments[0]
    const withoutTitle = (svg) => { const copy = svg.cloneNode(true); copy.querySelector('title').remove(); return copy.outerHTML }
    return withoutTitle(made.firstElementChild) === withoutTitle(document.querySelector('.picture svg'))
  })()`, printed)
  assert(seen, `the picture is not that of the program: ${lines}`)
}

const tests = {
  async 'every page opens, and the console says nothing'() {
    for (const path of sample) {
      await browser.goto(site + path)
      assert(await browser.value('document.title.length > 0 && document.querySelectorAll("h1").length === 1'), path)
      if (readFileSync(join(folder, path), 'utf8').includes('class="live"')) await browser.until(isLive)
      const still = await browser.value('document.querySelectorAll("figure.live .picture:not(:has(svg))").length')
      assert.equal(still, 0, path)
      assert.deepEqual(await browser.complaints(), [], path)
    }
  },

  async 'the reference opens, and leads back'() {
    assert(reference.length > 10, `${reference.length} pages`)
    for (const path of reference) {
      await browser.goto(site + path.replace(/index\.html$/, ''))
      await browser.until('document.querySelector("h1")')
      assert(await browser.value('document.title.length > 0 && !document.querySelector(".not-found")'), path)
      assert.deepEqual(await browser.complaints(), [], path)
    }
    // By its own links, which load nothing; and an address as they leave it, which a reader may send to another one.
    await browser.goto(site + 'index.html')
    await browser.value("[...document.querySelectorAll('main a')].find((link) => link.textContent === 'Reference of all products').click()")
    await browser.until("[...document.querySelectorAll('main a')].some((link) => link.href.endsWith('/signals'))")
    await browser.value("[...document.querySelectorAll('main a')].find((link) => link.href.endsWith('/signals')).click()")
    await browser.until("document.querySelector('h1').textContent.trim() === 'Signals'")
    await browser.goto(site + 'reference/documentation/signals/eventstream')
    await browser.until("document.querySelector('h1') && document.body.textContent.includes('One source and a clock')")
    await browser.value("document.querySelector('#home').click()")
    await browser.until("location.pathname === '/index.html' && document.querySelector('#search')")
    assert.deepEqual(await browser.complaints(), [])
  },

  async 'a marble is dragged by mouse'() {
    await open('operators/merge-with.html')
    assert.equal(await browser.value(source), '--a-----b--|')
    const [x, y] = await place('a on in')
    const step = await stepWidth()
    await browser.drag([x, y], [x + step, y], [x + 2.2 * step, y], [x + 3 * step, y])
    assert.equal(await browser.value(source), '-----a--b--|')
    await expectPictureOfProgram()
    assert.match(await browser.value('location.hash'), /source=-----a--b--/)
    // One in the expression, and an end.
    const [x2, y2] = await place('1 on other')
    await browser.drag([x2, y2], [x2 - 2 * step, y2])
    assert.equal(await browser.value(expression), "merge(with: '--1---2------3--|')")
    const [x3, y3] = await place('completion on in')
    await browser.drag([x3, y3], [x3 + step, y3], [x3 + 2 * step, y3])
    assert.equal(await browser.value(source), '-----a--b----|')
    await expectPictureOfProgram()
  },

  async 'a marble is moved, renamed and removed by keyboard'() {
    await open('operators/debounce-for.html')
    const before = await browser.value(source)
    await browser.value("document.querySelector('.handles > *').focus()")
    await browser.keys(arrows.right)
    assert.notEqual(await browser.value(source), before)
    assert.deepEqual(await browser.value(focused), [3, 'a on in'])
    await browser.keys(arrows.left)
    assert.equal(await browser.value(source), before)
    await browser.keys('z')
    assert.equal(await browser.value(source), before.replace('a', 'z'))
    assert.deepEqual(await browser.value(focused), [2, 'z on in'])
    await browser.keys('+')
    assert.deepEqual(await browser.value(focused), [3, 'a on in'])
    await browser.keys(deleteKey)
    assert.equal(await browser.value(source), before.replace('a', 'z'))
    await expectPictureOfProgram()
    // With the keys alone, from the field before.
    assert.equal(await browser.value("document.querySelector('.handles > *').tabIndex"), 0)
  },

  async 'a marble gets a long name by keyboard, and by double click'() {
    await open('operators/map.html')
    await browser.value("document.querySelector('.handles > *').focus()")
    await browser.keys(enterKey, ...'left', enterKey)
    assert.equal(await browser.value(source), "--'left'--b--c--|")
    assert.deepEqual(await browser.value(focused), [2, 'left on in'])
    assert.match(await browser.value('location.hash'), /left/)
    await expectPictureOfProgram()
    // Given up, and taken when another place is clicked.
    await browser.keys(enterKey, ...'right', escapeKey)
    assert.equal(await browser.value(source), "--'left'--b--c--|")
    const [x, y] = await place('b on in')
    await browser.value(`document.elementFromPoint(...arguments[0]).dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))`, [x, y])
    await browser.keys(...'it')
    await browser.value('document.activeElement.blur()')
    assert.equal(await browser.value(source), "--'left'--'it'--c--|")
    assert.equal(await browser.value("document.querySelectorAll('.picture .renaming').length"), 0)
    assert.deepEqual(await browser.complaints(), [])
  },

  async 'a marble is dragged and renamed by touch, in a narrow window'() {
    await browser.devtools('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 2, mobile: true })
    await browser.devtools('Emulation.setTouchEmulationEnabled', { enabled: true })
    await open('operators/map.html')
    await browser.value("document.querySelector('.picture').scrollIntoView({ block: 'center' })")
    const [x, y] = await place('a on in')
    const step = await stepWidth()
    const touch = (type, at) => browser.devtools('Input.dispatchTouchEvent', { type, touchPoints: at == null ? [] : [{ x: at, y }] })
    await touch('touchStart', x)
    for (const count of [0.4, 1, 1.6, 2]) await touch('touchMove', x + count * step)
    await touch('touchEnd')
    assert.equal(await browser.value(source), '----ab--c--|')
    await expectPictureOfProgram()
    await browser.value("[...document.querySelectorAll('.buttons button')].find((button) => button.textContent === 'Rename').click()")
    await browser.keys(...'far', enterKey)
    assert.equal(await browser.value(source), "----'far'b--c--|")
    await browser.devtools('Emulation.setTouchEmulationEnabled', { enabled: false })
    await browser.devtools('Emulation.clearDeviceMetricsOverride', {})
  },

  async 'a module that stops begins again'() {
    await open('operators/map.html')
    const before = await browser.value(source)
    for (const name of ['change', 'draw']) {
      await browser.value(`(() => {
        const stop = () => { throw new WebAssembly.RuntimeError('unreachable') }
        marbles.exports = { ...marbles.exports, [arguments[0]]: stop }
        document.querySelector('.handles > *').focus()
      })()`, name)
      await browser.keys('z')
      assert.match(await browser.value(mistake), /It begins again/)
      await browser.until('marbles.exports !== undefined')
    }
    await browser.value("document.querySelector('.handles > *').focus()")
    await browser.keys('y')
    assert.equal(await browser.value(mistake), '')
    assert.equal(await browser.value(source), before.replace('a', 'y'))
    await expectPictureOfProgram()
    await browser.complaints()
  },

  async 'push and pull stand below each other where they differ'() {
    await open('operators/repeat.html')
    const pushed = "document.querySelector('.pushed').hidden ? '' : document.querySelector('.pushed desc').textContent"
    assert.match(await browser.value(pushed), /out +--a--b--!/)
    assert.match(await browser.value("document.querySelector('.picture desc').textContent"), /out +--a--b----a--b--\|/)
    // Once is the same.
    await browser.value(`(() => {
      const field = [...document.querySelectorAll('.fields input')].at(-1)
      field.value = 'repeat(1)'
      field.dispatchEvent(new Event('input'))
    })()`)
    assert.equal(await browser.value(pushed), '')
    await open('operators/map.html')
    assert.equal(await browser.value(pushed), '')
  },

  async 'the pages that run do'() {
    const lines = () => browser.value(`[...document.querySelectorAll('figure.live')].map((figure) =>
      [...figure.querySelectorAll('desc')].map((text) => text.textContent.split('\\n').filter((line) => /^(out|2nd|made)/.test(line))))`)
    await open('learn/push-and-pull.html')
    assert.deepEqual(await lines(), [[['2nd          --a--b--c--d--|'], ['2nd        --c--d--|']]])
    await open('learn/diamond.html')
    assert.deepEqual(await lines(), [[['out  --5------(7,10)-----(12,15)--|']], [['out  0--5------10------15---|']]])
    await browser.value("document.querySelector('.handles > *').focus()")
    await browser.keys('4')
    assert.deepEqual((await lines())[0], [['out  --20------(16,10)-----(12,15)--|']])
    await open('learn/one-moment.html')
    assert.deepEqual(await lines(), [[['out  0-(13)-----(46)-----(79)--|']], [['out  0-3-----6-----9--|']]])
    await open('learn/back-pressure.html')
    assert.deepEqual(await lines(), [
      [['made  1--2--3--4--5--6--7--8--|', 'out   1--2--3--4--5--6--7--8--|']], [['out  12345678|']], [['out  1--3--6--7--8--|']],
    ])
    assert.deepEqual(await browser.complaints(), [])
  },

  async 'a value is added by a double click and by a button'() {
    await open('operators/map.html')
    const [x, y] = await place('a on in')
    const step = await stepWidth()
    const point = { clientX: x + step, clientY: y }
    await browser.value(`document.querySelector('.picture').dispatchEvent(new MouseEvent('dblclick', arguments[0]))`, point)
    assert.equal(await browser.value(source), '--ad-b--c--|')
    await browser.value("document.querySelector('.buttons button').click()")
    assert.equal(await browser.value(source), '--adeb--c--|')
    await expectPictureOfProgram()
  },

  async 'a mistake has its caret, and goes away'() {
    await open('operators/map.html')
    await browser.value("[...document.querySelectorAll('.fields input')].at(-1).focus()")
    await browser.keys('.', 'f', 'i', 'r', 's')
    const typed = 'map(uppercase).firs'
    assert.equal(await browser.value(expression), typed)
    // Said by the module with all parts, which is loaded first.
    await browser.until(`${mistake} !== ''`)
    const said = await browser.value(mistake)
    assert.match(said, /there is no operator 'firs'; did you mean first\?$/)
    assert.equal(said.split('\n')[1], ' '.repeat('map(uppercase).'.length) + '^')
    await browser.keys('t')
    assert.equal(await browser.value(mistake), '')
    assert.match(await browser.value("document.querySelector('.picture desc').textContent"), /--\(A\|\)/)
    await expectPictureOfProgram()
  },

  async 'a link shows what was seen'() {
    // With an operator of another part.
    await open('operators/map.html#' + new URLSearchParams({ source: '-a-b-(c|)', expression: 'map(uppercase).delay(2)' }))
    assert.equal(await browser.value(source), '-a-b-(c|)')
    await browser.until("marbles.part === 'all'")
    assert.equal(await browser.value(mistake), '')
    await expectPictureOfProgram()
    // To another figure of the page, by a change of the fragment.
    await browser.goto(site + 'operators/flatMap-merge.html')
    await browser.until(isLive)
    await browser.value(`location.hash = '#' + new URLSearchParams({ figure: 3, source: '-a--b|', expression: "flatMap(.latest, '-1-2|')" })`)
    await browser.until("document.querySelectorAll('figure.live')[3].querySelector('.fields input').value === '-a--b|'")
    assert.notEqual(await browser.value(source), '-a--b|')
  },

  async 'an endless expression is a mistake'() {
    await open('operators/map.html')
    const type = (...lines) => browser.value(`document.querySelectorAll('.fields input').forEach((field, number) => {
      field.value = arguments[number]
      field.dispatchEvent(new Event('input'))
    })`, ...lines)
    await type('|', 'repeatForever')
    await browser.until(`${mistake} !== ''`)
    assert.match(await browser.value(mistake), /repeatForever starts or makes more streams than the 500/)
    await type('--a|', 'first')
    assert.equal(await browser.value(mistake), '')
    await expectPictureOfProgram()
  },

  async 'a word is found'() {
    await open('index.html')
    await browser.value("document.querySelector('#search').focus()")
    await browser.keys(...'debounce')
    await browser.until("document.querySelector('#results a')?.textContent.startsWith('debounce')")
    const found = await browser.value("[...document.querySelectorAll('#results a')].map((link) => link.href)")
    assert(found.some((link) => link.endsWith('operators/debounce-for.html')), String(found))
    for (const link of found) assert.equal((await fetch(link)).status, 200)
    assert(found.some((link) => link.includes('reference/documentation/signals/eventstream/debounce')), String(found))
  },

  async 'a page loads the module with its part, and the one with all parts when that is needed'() {
    const loaded = () => browser.value("performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)).filter((name) => name.endsWith('.wasm'))")
    await open('operators/delay.html')
    assert.deepEqual(await loaded(), ['timed.wasm'])
    // What is wrong in the diagram is known without.
    await browser.value("document.querySelector('.fields input').focus()")
    await browser.keys('a')
    assert.match(await browser.value(mistake), /nothing follows the end/)
    await browser.keys('\uE003')
    assert.equal(await browser.value(mistake), '')
    assert.deepEqual(await loaded(), ['timed.wasm'])
    await browser.value("[...document.querySelectorAll('.fields input')].at(-1).focus()")
    await browser.keys(...'.merge(with: "-1-2|").map(uppercase)')
    await browser.until("marbles.part === 'all'")
    assert.equal(await browser.value(mistake), '')
    assert.deepEqual(await loaded(), ['timed.wasm', 'all.wasm'])
    await expectPictureOfProgram()
    assert.deepEqual(await browser.complaints(), [])
  },

  async 'a page that is opened as a file is live'() {
    await browser.goto(pathToFileURL(join(folder, 'operators/map.html')).href)
    await browser.until(isLive)
    await expectPictureOfProgram()
    await browser.value("[...document.querySelectorAll('.fields input')].at(-1).focus()")
    await browser.keys(...'.delay(2)')
    await browser.until("marbles.part === 'all'")
    await expectPictureOfProgram()
    assert.deepEqual(await browser.complaints(), [])
  },

  async 'without the module of all parts a mistake is said by that of the page'() {
    const without = folder + '-part'
    rmSync(without, { recursive: true, force: true })
    cpSync(folder, without, { recursive: true, filter: (path) => !/marbles\/all\.wasm$/.test(path) })
    await browser.goto((await address(without)) + 'operators/map.html')
    await browser.until(isLive)
    await browser.value("[...document.querySelectorAll('.fields input')].at(-1).focus()")
    await browser.keys(...'.delay(2)')
    await browser.until(`${mistake} !== ''`)
    assert.match(await browser.value(mistake), /there is no operator 'delay'/)
    await browser.complaints()
  },

  async 'without the module the still picture stands there'() {
    const without = folder + '-still'
    rmSync(without, { recursive: true, force: true })
    cpSync(folder, without, { recursive: true, filter: (path) => !/marbles\/\w+\.(wasm|js)$/.test(path) })
    await browser.goto((await address(without)) + 'operators/map.html')
    assert.equal(await browser.value("document.querySelectorAll('.picture svg').length"), 1)
    assert.equal(await browser.value("document.querySelectorAll('.fields').length"), 0)
    await browser.complaints()
  },

  async 'nothing is wider than a narrow window'() {
    await browser.devtools('Emulation.setDeviceMetricsOverride', { width: 360, height: 740, deviceScaleFactor: 2, mobile: true })
    for (const path of sample) {
      await browser.goto(site + path)
      const width = await browser.value('document.documentElement.scrollWidth')
      assert(width <= 360, `${path} is ${width} wide`)
    }
    await browser.devtools('Emulation.clearDeviceMetricsOverride', {})
  },

  async 'a drag is computed and drawn in time'() {
    for (const path of ['operators/debounce-for.html', 'operators/combineLatest.html', 'operators/flatMap-merge.html']) {
      await open(path)
      const times = await browser.value(`(() => {
        const field = document.querySelector('.fields input'), times = [], text = field.value
        for (let round = 0; round < 300; round++) {
          const begin = performance.now()
          field.value = round % 2 ? text : '-' + text
          field.dispatchEvent(new Event('input'))
          document.querySelector('.picture svg').getBoundingClientRect()
          if (round >= 100) times.push(performance.now() - begin)
        }
        return times.sort((a, b) => a - b)
      })()`)
      console.log(`  ${path}: half of all under ${times[100].toFixed(1)} ms, 99 of 100 under ${times[197].toFixed(1)} ms`)
      assert(times[100] < 50, 'a picture takes too long')
    }
  },

  async 'pictures of pages are there to be looked at'() {
    const pictures = folder + '-pictures'
    mkdirSync(pictures, { recursive: true })
    for (const [size, width, height] of [['wide', 1100, 900], ['narrow', 390, 844]]) {
      for (const scheme of ['light', 'dark']) {
        await browser.devtools('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: size === 'narrow' })
        await browser.devtools('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
        for (const path of ['index.html', 'operators/merge-with.html', 'operators/repeat.html', 'learn/diamond.html', 'Documentation/Guides/Cookbook.html', 'operators.html']) {
          await browser.goto(site + path)
          if (path.startsWith('operators/')) {
            await browser.until(isLive)
            await browser.value("document.querySelectorAll('.handles > *')[1].focus()")
          }
          const name = `${path.split('/').at(-1).replace('.html', '')}-${size}-${scheme}.png`
          writeFileSync(join(pictures, name), await browser.screenshot())
        }
      }
    }
  },
}

let failed = 0
const begin = performance.now()
try {
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test()
      console.log(`passed: ${name}`)
    } catch (error) {
      failed += 1
      console.log(`failed: ${name}\n${error.stack}`)
    }
  }
} finally {
  await browser.close()
  for (const server of servers) server.close()
}
console.log(`${Object.keys(tests).length} tests, ${failed} failed, ${((performance.now() - begin) / 1000).toFixed(0)} s`)
process.exit(failed === 0 ? 0 : 1)
