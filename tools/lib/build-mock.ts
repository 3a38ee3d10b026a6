import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import type { RecordedAnswers } from '../../control-plane/src/browser/messages.ts'
import { buildGuide } from './build-guide.ts'
import { databaseShare } from './database-share.ts'
import { type DemoSnapshot, makeDemoSnapshot } from './demo-snapshot.ts'
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

/** Of PGlite, which takes the share and a database that is there instead. */
const unused = ['assets/pglite-*.data', 'assets/initdb-*.wasm']

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
  const { files, answers } = await demoSnapshot()
  const snapshot = named('demo', files)
  const first = named('first', Buffer.from(JSON.stringify(answers)))
  const share = named('share', databaseShare())
  say('Building the mock build …')
  process.env.VITE_DEMO_SNAPSHOT = snapshot.name
  process.env.VITE_FIRST_ANSWERS = first.name
  process.env.VITE_DATABASE_SHARE = share.name
  const consoleFolder = join(root, 'console')
  await build({
    root: consoleFolder,
    configFile: join(consoleFolder, 'vite.mock.config.ts'),
    base,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  for (const name of globSync(unused, { cwd: folder })) rmSync(join(folder, name))
  for (const { name, content } of [snapshot, first, share]) writeFileSync(join(folder, name), content)
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
async function demoSnapshot(): Promise<DemoSnapshot> {
  const name = join(cache, hashOf(snapshotSources).slice(0, 16))
  const [archive, recorded] = [`${name}.tar.gz`, `${name}.json`]
  if (existsSync(recorded)) {
    return { files: readFileSync(archive), answers: JSON.parse(readFileSync(recorded, 'utf8')) as RecordedAnswers }
  }
  const snapshot = await makeDemoSnapshot()
  mkdirSync(cache, { recursive: true })
  writeFileSync(archive, snapshot.files)
  writeFileSync(recorded, JSON.stringify(snapshot.answers))
  return snapshot
}
