// The glue of the site: it loads the module, shows what that draws, and hands it what is typed and dragged. It also searches.
'use strict'

const root = document.documentElement.dataset.root

function loadScript(path) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = root + path
    script.onload = resolve
    script.onerror = () => reject(new Error(`${path} is not there`))
    document.head.append(script)
  })
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

// The module, which computes with the library itself. A page loads one that has the part of the catalogue which the page shows;
// what that does not understand may be in the one with all parts, which is loaded then.
const marbles = {
  encoder: new TextEncoder(),
  decoder: new TextDecoder(),

  async load(part) {
    const module = await WebAssembly.compile(await this.bytes(part))
    Object.assign(this, { part, module, exports: await this.begin(module) })
  },

  /// Loads the module with all parts, once.
  loadAll() {
    return (this.all ??= this.load('all'))
  },

  async bytes(part) {
    const path = `marbles/${part}`
    // A page that is a file may not fetch; it may load scripts.
    if (location.protocol !== 'file:') {
      const response = await fetch(`${root + path}.wasm`)
      if (!response.ok) throw new Error(`${path}.wasm is not there`)
      return response.arrayBuffer()
    }
    await loadScript(`${path}.js`)
    return Uint8Array.from(atob(globalThis.marblesModule), (character) => character.charCodeAt(0))
  },

  async begin(module) {
    let exports
    const say = (address, count) => console.warn(this.decoder.decode(new Uint8Array(exports.memory.buffer, address, count)))
    exports = (await WebAssembly.instantiate(module, { page: { say } })).exports
    return exports
  },

  /// Throws if the module stops; it begins again then, and nothing is answered until it has.
  call(name, state, numbers, text) {
    try {
      if (!this.exports) throw new Error('the module begins')
      return this.ask(name, state, numbers, text)
    } catch (error) {
      console.warn(error)
      if (this.exports) {
        const { module } = this
        this.exports = undefined
        this.begin(module).then((exports) => { if (this.module === module) this.exports = exports })
      }
      throw new Error('This stops the module. It begins again.')
    }
  },

  ask(name, { source, expression }, numbers, text = '') {
    const parts = [source ?? '', expression, text].map((part) => this.encoder.encode(part))
    const address = this.exports.input(parts[0].length + parts[1].length + parts[2].length)
    const room = new Uint8Array(this.exports.memory.buffer, address)
    room.set(parts[0])
    room.set(parts[1], parts[0].length)
    room.set(parts[2], parts[0].length + parts[1].length)
    const lengths = [source == null ? -1 : parts[0].length, parts[1].length]
    const length = this.exports[name](...numbers(lengths, parts[2].length))
    return JSON.parse(this.decoder.decode(new Uint8Array(this.exports.memory.buffer, this.exports.output(), length)))
  },

  draw(example, state) {
    return this.call('draw', state, (lengths) => [example, ...lengths])
  },

  change(state, { place, step, index }, kind, to = 0) {
    const numbers = (lengths, count) => [...lengths, place ?? -1, step, index, kind, kind === 2 ? count : to]
    return this.call('change', state, numbers, kind === 2 ? to : '')
  },
}

const [move, remove, rename, add] = [0, 1, 2, 3]

class LiveFigure {
  constructor(figure, number) {
    this.figure = figure
    this.number = number
    this.example = Number(figure.dataset.example)
    this.first = { source: figure.dataset.source ?? null, expression: figure.dataset.expression }
    this.picture = figure.querySelector('.picture')
    this.handles = element('div', { class: 'handles' })
    this.mistake = element('pre', { class: 'mistake', role: 'alert' })
    this.status = element('p', { class: 'unseen', role: 'status' })
    this.fields = {}
    const form = element('div', { class: 'fields' })
    for (const [line, label] of [['source', 'Diagram'], ['expression', 'Expression']]) {
      if (this.first[line] == null) continue
      const field = element('input', { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' })
      field.addEventListener('input', () => this.draw())
      field.addEventListener('change', () => this.remember())
      form.append(element('label', {}, element('span', {}, label), field))
      this.fields[line] = field
    }
    this.pushed = figure.querySelector('.pushed')
    const button = (text, action) => {
      const made = element('button', { type: 'button' }, text)
      made.addEventListener('click', action)
      return made
    }
    const buttons = element('div', { class: 'buttons' },
      button('Add a value', () => this.add()), button('Rename', () => this.rename()), button('Remove', () => this.remove()),
      button('As it was', () => this.show(this.first, true)))
    const help = element('p', { class: 'help' },
      'Drag a marble or an end, or move it with the arrow keys. A letter or a digit renames it, Enter or a double click asks for a '
        + 'longer name; at an end, | x and ! say which. Delete removes it, a double click on a line adds one. The address is a '
        + 'link to what you see.')
    figure.append(form, this.mistake, buttons, help, this.status)
    this.picture.addEventListener('pointerdown', (event) => this.grab(event))
    this.picture.addEventListener('pointermove', (event) => this.drag(event))
    for (const end of ['pointerup', 'pointercancel']) this.picture.addEventListener(end, () => this.release())
    this.picture.addEventListener('dblclick', (event) => this.addAt(event))
    this.handles.addEventListener('keydown', (event) => this.press(event))
    this.handles.addEventListener('focusin', (event) => { this.chosen = event.target.mark })
  }

  get state() {
    return { source: this.fields.source?.value ?? null, expression: this.fields.expression.value }
  }

  show(state, remembers = false) {
    for (const line of Object.keys(this.fields)) this.fields[line].value = state[line] ?? ''
    this.chosen = undefined
    this.draw()
    if (remembers) this.remember()
  }

  /// What the module answers; undefined if it stops.
  answer(call) {
    try {
      return call()
    } catch (error) {
      this.mistake.textContent = error.message
    }
  }

  /// Draws what the lines say; with a mistake, or while a module is loaded, the last picture stays.
  draw() {
    const drawing = this.answer(() => marbles.draw(this.example, this.state))
    if (!drawing) return
    if (drawing.line === 'expression' && marbles.part !== 'all' && !this.isAlone) {
      // Without that module, what this one says is all there is.
      marbles.loadAll().catch((error) => {
        console.info(String(error))
        this.isAlone = true
      }).then(() => this.draw())
      return
    }
    this.figure.classList.toggle('wrong', 'mistake' in drawing)
    for (const line of Object.keys(this.fields)) this.fields[line].setAttribute('aria-invalid', drawing.line === line)
    if ('mistake' in drawing) {
      const place = ' '.repeat([...drawing.before].length)
      this.mistake.textContent = `${this.state[drawing.line]}\n${place}^\n${drawing.mistake}`
      return
    }
    this.mistake.textContent = ''
    this.drawing = drawing
    this.picture.innerHTML = drawing.svg
    this.picture.append(this.handles)
    this.handles.replaceChildren(...drawing.handles.map((mark) => this.handle(mark)))
    this.pushed.hidden = drawing.pushed == null
    this.pushed.querySelector('.still').innerHTML = drawing.pushed ?? ''
    if (!this.dragged) this.status.textContent = drawing.text
  }

  handle(mark) {
    const { width, height } = this.drawing
    const percent = (part, whole) => `${(100 * part) / whole}%`
    const name = mark.kind === 'value' ? mark.name : mark.kind
    const made = element('div', {
      role: 'slider', tabindex: '0', class: mark.kind, 'aria-label': `${name} on ${mark.row}`, 'aria-valuemin': '0',
      'aria-valuemax': '59', 'aria-valuenow': String(mark.begin + mark.step),
      'aria-valuetext': `${mark.begin + mark.step} seconds`,
    })
    made.mark = mark
    made.style.cssText = `left:${percent(mark.x - mark.width / 2, width)};top:${percent(mark.y - 14, height)};`
      + `width:${percent(mark.width, width)};height:${percent(28, height)}`
    return made
  }

  /// Changes a mark; the mark at its new place has the focus.
  change(mark, kind, to) {
    const changed = this.answer(() => marbles.change(this.state, mark, kind, to))
    if (!changed) return
    const { source, expression, mark: place } = changed
    for (const [line, text] of [['source', source], ['expression', expression]]) {
      if (line in this.fields) this.fields[line].value = text
    }
    this.draw()
    this.chosen = undefined
    if (!place) return
    const same = ({ row, begin, step, index }) =>
      row === mark.row && begin === mark.begin && step === place[0] && index === place[1]
    const found = [...this.handles.children].find((handle) => same(handle.mark))
    if (!found) return
    found.focus({ preventScroll: true })
    this.chosen = found.mark
  }

  /// The step of a row under the pointer.
  step(event, row) {
    const box = this.picture.querySelector('svg').getBoundingClientRect()
    const x = ((event.clientX - box.left) * this.drawing.width) / box.width
    return Math.max(0, Math.floor(((x - this.drawing.left) * 1000) / this.drawing.stepWidth) - row.begin)
  }

  grab(event) {
    const mark = event.target.mark
    if (!mark || event.button !== 0) return
    event.preventDefault()
    event.target.focus({ preventScroll: true })
    this.dragged = true
    this.chosen = mark
    this.picture.setPointerCapture(event.pointerId)
  }

  drag(event) {
    if (!this.dragged || !this.chosen) return
    const step = this.step(event, this.chosen)
    if (step !== this.chosen.step) this.change(this.chosen, move, step)
  }

  release() {
    if (!this.dragged) return
    this.dragged = false
    this.status.textContent = this.drawing.text
    this.remember()
  }

  press(event) {
    const mark = event.target.mark
    if (!mark || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowRight' || event.key === 'ArrowUp') this.change(mark, move, mark.step + 1)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') this.change(mark, move, Math.max(0, mark.step - 1))
    else if (event.key === 'Delete' || event.key === 'Backspace') this.change(mark, remove)
    else if (event.key === 'Insert' || event.key === '+') this.change({ ...mark, step: mark.step + 1 }, add)
    else if (event.key === 'Enter' || event.key === 'F2') this.rename()
    else if (event.key.length === 1 && event.key !== ' ') this.change(mark, rename, event.key)
    else return
    event.preventDefault()
    this.remember()
  }

  /// Lets the name of the chosen mark be written, in its place.
  rename() {
    const mark = this.chosen
    const handle = [...this.handles.children].find((handle) => handle.mark === mark)
    if (!handle) return
    const field = element('input', {
      class: 'renaming', maxlength: '16', size: '10', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
      'aria-label': `Name of ${handle.getAttribute('aria-label')}`,
    })
    field.value = mark.kind === 'value' ? mark.name : ''
    field.style.left = handle.style.left
    field.style.top = handle.style.top
    let isOpen = true
    const close = (takes) => {
      if (!isOpen) return
      isOpen = false
      field.remove()
      if (takes && field.value !== '' && field.value !== mark.name) {
        this.change(mark, rename, field.value)
        this.remember()
      } else {
        handle.focus({ preventScroll: true })
      }
    }
    field.addEventListener('keydown', (event) => {
      event.stopPropagation()
      if (event.key === 'Enter') close(true)
      else if (event.key === 'Escape') close(false)
    })
    field.addEventListener('blur', () => close(true))
    this.picture.append(field)
    field.select()
    field.focus({ preventScroll: true })
  }

  /// Behind the chosen mark, or at the beginning of the first line.
  add() {
    const near = this.chosen ?? { ...this.drawing.rows[0], row: this.drawing.rows[0]?.name, step: -1, index: 0 }
    if (near.row === undefined) return
    this.change({ ...near, step: near.step + 1 }, add)
    this.remember()
  }

  addAt(event) {
    if (event.target.mark) {
      this.chosen = event.target.mark
      this.rename()
      return
    }
    if (event.target.tagName === 'INPUT') return
    const box = this.picture.querySelector('svg').getBoundingClientRect()
    const y = ((event.clientY - box.top) * this.drawing.height) / box.height
    const row = this.drawing.rows.find((row) => Math.abs(row.y - y) < 20)
    if (!row) return
    this.change({ ...row, row: row.name, step: this.step(event, row), index: 0 }, add)
    this.remember()
  }

  remove() {
    if (!this.chosen) return
    this.change(this.chosen, remove)
    this.remember()
  }

  /// Writes what is seen into the address.
  remember() {
    const { source, expression } = this.state
    const words = new URLSearchParams({ expression })
    if (source != null) words.set('source', source)
    if (this.number > 0) words.set('figure', this.number)
    history.replaceState(null, '', '#' + words)
  }
}

async function live() {
  const found = [...document.querySelectorAll('figure.live')]
  if (found.length === 0 || !('WebAssembly' in globalThis)) return
  try {
    const parts = new Set(found.map((figure) => figure.dataset.part))
    await marbles.load(parts.size === 1 ? found[0].dataset.part : 'all')
  } catch (error) {
    // The still pictures stand there.
    console.info(String(error))
    return
  }
  const figures = found.map((figure, number) => new LiveFigure(figure, number))
  const read = () => {
    const words = new URLSearchParams(location.hash.slice(1))
    figures.forEach((figure, number) => {
      const isMeant = words.has('expression') && Number(words.get('figure') ?? 0) === number
      figure.show(isMeant ? { source: words.get('source'), expression: words.get('expression') } : figure.first)
      if (isMeant && number > 0) figure.figure.scrollIntoView()
    })
  }
  read()
  addEventListener('hashchange', read)
  document.documentElement.classList.add('is-live')
}

function search() {
  const field = document.querySelector('#search')
  const results = document.querySelector('#results')
  let index
  const find = async () => {
    if (field.value !== '') await (index ??= loadScript('search.js'))
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    results.hidden = words.length === 0
    if (words.length === 0) return
    const rank = ([title, , text]) => {
      const [low, all] = [title.toLowerCase(), `${title} ${text}`.toLowerCase()]
      if (!words.every((word) => all.includes(word))) return 0
      return 1 + words.filter((word) => low.includes(word)).length * 2 + (low.startsWith(words[0]) ? 2 : 0)
    }
    const ranked = globalThis.searchIndex.map((entry) => [rank(entry), entry]).filter(([value]) => value > 0)
    ranked.sort(([a], [b]) => b - a)
    results.replaceChildren(...ranked.slice(0, 20).map(([, [title, path, text]]) => {
      const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40)
      return element('a', { href: root + path }, element('b', {}, title), ' ', text.slice(at, at + 120))
    }))
    if (ranked.length === 0) results.replaceChildren(element('p', {}, 'Nothing is found.'))
  }
  field.addEventListener('input', find)
  addEventListener('keydown', (event) => {
    if (event.key === '/' && !/INPUT|TEXTAREA/.test(event.target.tagName) && !event.target.mark) {
      event.preventDefault()
      field.focus()
    }
    if (event.key === 'Escape') results.hidden = true
  })
}

search()
live()
