import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildMock } from '../lib/build-mock.ts'
import { root } from '../lib/repository.ts'
import { serveFolder } from './static-host.ts'

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '/' },
    folder: { type: 'string', default: join(root, 'dist', 'mock') },
    port: { type: 'string', default: '4400' },
    'build-only': { type: 'boolean', default: false },
  },
})
// `--base skerry` means `/skerry/`.
const base = `/${values.base}/`.replace(/\/+/g, '/')
const folder = resolve(values.folder)
await buildMock({ folder, base }, console.log)
console.log(`The mock build is in ${folder}, to be served under ${base}`)
if (!values['build-only']) {
  const port = await serveFolder(folder, { base, port: Number(values.port) })
  console.log(`It is served at http://localhost:${port}${base}`)
}
