// Runs a WASI command in Node: node wasi.mjs FILE
import { readFileSync } from 'node:fs'
import { WASI } from 'node:wasi'

const wasi = new WASI({ version: 'preview1', returnOnExit: true })
const module = await WebAssembly.compile(readFileSync(process.argv[2]))
process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()))
