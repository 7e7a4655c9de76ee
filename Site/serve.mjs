// Serves a folder on the loopback address: node Site/serve.mjs FOLDER [PORT]
import { readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const types = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm', '.json': 'application/json', '.ico': 'image/x-icon',
}

/// The server, which listens; port 0 stands for any.
export function serve(folder, port = 0) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname))
    try {
      if (!path.endsWith('/') && (await stat(join(folder, path))).isDirectory()) {
        response.writeHead(301, { location: encodeURI(path) + '/' }).end()
        return
      }
      const data = await readFile(join(folder, path.endsWith('/') ? path + 'index.html' : path))
      response.writeHead(200, { 'content-type': types[extname(path)] ?? types['.html'] }).end(data)
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not there\n')
    }
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv[2]) {
    console.error('usage: node Site/serve.mjs FOLDER [PORT]')
    process.exit(2)
  }
  const server = await serve(process.argv[2], Number(process.argv[3] ?? 8080))
  console.log(`http://127.0.0.1:${server.address().port}/`)
}
