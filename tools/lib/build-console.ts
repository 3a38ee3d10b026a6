import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildGuide } from './build-guide.ts'
import { capture } from './command.ts'
import { firstRequests } from './first-requests.ts'
import { hashOf } from './hash-of.ts'
import { root } from './repository.ts'

const dist = join(root, 'console', 'dist')
const mark = join(dist, '.built-from')
const sources = [
  'console',
  'contract/src',
  'docs/operating.md',
  'docs/operating',
  'docs/real-machines.md',
  'docs/security.md',
  'tools/lib/first-requests.ts',
  'package-lock.json',
]

/** Builds the console if its sources, the contract or the packages changed. Throws with the build's output. */
export async function buildConsole(say: (line: string) => void): Promise<void> {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hashOf(sources)) return
  say('Building the console …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { ok, output } = await capture(process.execPath, [vite, 'build'], { folder: join(root, 'console') })
  if (!ok) throw new Error(`The console could not be built:\n${output}`)
  const first = await firstRequests(dist)
  rmSync(join(dist, '.vite'), { recursive: true })
  await buildGuide(dist)
  await compressAll(dist)
  // The server reads it, and serves it to nobody.
  writeFileSync(join(dist, '.first-requests.json'), JSON.stringify(first))
  // After the build, which may write sources.
  writeFileSync(mark, hashOf(sources))
}

const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }

/** Compresses text files at the highest level, so the server never compresses. */
export async function compressAll(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(css|js|json|svg|wasm|txt|webmanifest)$/.test(name) && name !== 'index.html',
  )
  await Promise.all(
    files.map(async (name) => {
      const content = readFileSync(join(folder, name))
      if (content.length < 512) return
      writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(content, smallest))
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
