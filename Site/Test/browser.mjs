// Chromium, driven by chromedriver with the protocol of WebDriver.
import { spawn } from 'node:child_process'

export class Browser {
  static async open() {
    const browser = new Browser()
    browser.driver = spawn('chromedriver', ['--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] })
    process.on('exit', () => browser.driver.kill())
    browser.port = await new Promise((resolve, reject) => {
      let text = ''
      browser.driver.on('error', reject)
      browser.driver.stdout.on('data', (data) => {
        const found = (text += data).match(/successfully on port (\d+)/)
        if (found) resolve(found[1])
      })
    })
    const session = await browser.call('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'goog:loggingPrefs': { browser: 'ALL' },
          'goog:chromeOptions': { args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--window-size=1100,900'] },
        },
      },
    })
    browser.session = `/session/${session.sessionId}`
    return browser
  }

  async call(method, path, body) {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method, body: body && JSON.stringify(body), headers: { 'content-type': 'application/json' },
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${path}: ${value.message}`)
    return value
  }

  async close() {
    await this.call('DELETE', this.session).catch(() => {})
    this.driver.kill()
  }

  goto(url) {
    return this.call('POST', `${this.session}/url`, { url })
  }

  /// The value of an expression in the page.
  value(expression, ...args) {
    return this.call('POST', `${this.session}/execute/sync`, { script: `return (${expression})`, args })
  }

  /// Until an expression in the page is true.
  async until(expression) {
    for (let round = 0; round < 200; round++) {
      if (await this.value(expression)) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`this does not come true: ${expression}`)
  }

  /// Keys, to what has the focus.
  keys(...keys) {
    const actions = keys.flatMap((key) => [{ type: 'keyDown', value: key }, { type: 'keyUp', value: key }])
    return this.call('POST', `${this.session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /// The mouse, pressed at the first place, moved through the others, released at the last.
  drag(...places) {
    const [first, ...others] = places.map(([x, y]) => ({ type: 'pointerMove', duration: 15, x: Math.round(x), y: Math.round(y) }))
    const actions = [first, { type: 'pointerDown', button: 0 }, ...others, { type: 'pointerUp', button: 0 }]
    return this.call('POST', `${this.session}/actions`, {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    })
  }

  devtools(cmd, params) {
    return this.call('POST', `${this.session}/goog/cdp/execute`, { cmd, params })
  }

  /// What the console says, since the last time.
  async complaints() {
    const entries = await this.call('POST', `${this.session}/se/log`, { type: 'browser' })
    return entries.filter((entry) => entry.level !== 'INFO' && entry.level !== 'DEBUG').map((entry) => entry.message)
  }

  async screenshot() {
    return Buffer.from(await this.call('GET', `${this.session}/screenshot`), 'base64')
  }
}
