import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { buildGuide } from './build-guide.ts'
import { databaseShare } from './database-share.ts'
import { makeDemoSnapshot } from './demo-snapshot.ts'
import { hashOf } from './hash-of.ts'
import { root } from './repository.ts'

const cache = join(root, 'console', '.cache', 'mock')
const snapshotSources = ['control-plane', 'contract/src', 'tools/lib/demo-snapshot.ts', 'package-lock.json']
const sources = [
  ...snapshotSources,
  'console',
  'docs/operating.md',
  'docs/operating',
  'tools/lib/build-mock.ts',
  'tools/lib/database-share.ts',
]

export interface MockOptions {
  /** The folder for the site. */
  folder: string
  /** The path under which a host will serve it, with slashes at both ends. */
  base: string
}

/** Builds the mock build into a folder, if anything has changed since it was built there. */
export async function buildMock({ folder, base }: MockOptions, say: (line: string) => void): Promise<void> {
  const mark = join(folder, '.built-from')
  const wanted = `${hashOf(sources)} ${base}`
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  say('Making the demo data …')
  const snapshot = named('demo', await demoSnapshot())
  const share = named('share', databaseShare())
  say('Building the mock build …')
  process.env.VITE_DEMO_SNAPSHOT = snapshot.name
  process.env.VITE_DATABASE_SHARE = share.name
  const consoleFolder = join(root, 'console')
  await build({
    root: consoleFolder,
    configFile: join(consoleFolder, 'vite.mock.config.ts'),
    base,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  for (const { name, content } of [snapshot, share]) writeFileSync(join(folder, name), content)
  await buildGuide(folder)
  // Static hosts show this page for paths without a file, which are the console's.
  copyFileSync(join(folder, 'index.html'), join(folder, '404.html'))
  writeFileSync(mark, wanted)
}

/** Not as .gz: some hosts would send that as a compressed encoding of something else. */
const named = (name: string, content: Buffer) => ({
  name: `assets/${name}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.data`,
  content,
})

/** Kept from build to build: it depends on the control plane alone. */
async function demoSnapshot(): Promise<Buffer> {
  const file = join(cache, `${hashOf(snapshotSources).slice(0, 16)}.tar.gz`)
  if (existsSync(file)) return readFileSync(file)
  const snapshot = await makeDemoSnapshot()
  mkdirSync(cache, { recursive: true })
  writeFileSync(file, snapshot)
  return snapshot
}
