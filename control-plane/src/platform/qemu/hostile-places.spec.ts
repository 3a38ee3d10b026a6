import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDataFolder } from '../../node/data-folder.ts'
import { giveFolder } from '../../node/given-folder.ts'
import { platformOf, rememberPlatform } from '../../node/platform-of-folder.ts'
import { removeDrafts } from '../../node/postgres-cluster.ts'
import { PLANTS } from './testing/plant.ts'
import { scratchFolder } from '../../node/testing/server.ts'

const isRoot = process.getuid?.() === 0
const USER = 12_345
const worker = fileURLToPath(new URL('hostile-places.worker.ts', import.meta.url))
/** Only a start that waits for ever takes so long. */
const LIMIT_MS = 120_000

function site() {
  const scratch = scratchFolder()
  onTestFinished(() => scratch[Symbol.dispose]())
  chmodSync(scratch.path, 0o755)
  const [data, victim] = [join(scratch.path, 'data'), join(scratch.path, 'victim')]
  for (const folder of [data, victim]) mkdirSync(folder)
  writeFileSync(join(victim, 'file'), 'secret')
  const state = () => [
    ...['.', ...readdirSync(victim)].map((name) => {
      const { uid, mode, ino, ctimeMs } = lstatSync(join(victim, name))
      return { name, uid, mode, ino, ctimeMs }
    }),
    readFileSync(join(victim, 'file'), 'utf8'),
  ]
  return { scratch: scratch.path, data, victim, state }
}

/** What a start does at each place: it ends with a message, or does without what is there. */
function outcomes(kind: string): Record<string, string> {
  const refused = 'PATH is no file, but a link or something else: remove it$'
  const [made, found] = kind === 'a folder' ? ['.* is a directory', 'done$'] : ['done$', 'PATH is not of user']
  return {
    platform: refused,
    'platform.draft': made,
    reserve: 'done$',
    'storage.json': refused,
    qemu: found,
    'qemu/host.json': refused,
    'qemu/host.json.draft': made,
    'qemu/machines': 'done$',
    'postgres/PG_VERSION': refused,
    'postgres/pg_hba.conf': refused,
    'postgres/pg_ident.conf.draft': made,
    'postgres/postmaster.pid': refused,
    'postgres.log': kind === 'a folder' ? 'PATH is a folder, where Skerry writes a file: move it away$' : made,
    'postgres.new-1': 'done$',
  }
}

test.runIf(isRoot).each(Object.keys(PLANTS))(
  'root at a start neither follows nor waits for %s that another user has put in a place of the data folder',
  (kind) => {
    const { data, victim, state } = site()
    const before = state()
    const { stdout, stderr, error } = spawnSync(process.execPath, [worker, kind, data, victim, `${USER}`], {
      encoding: 'utf8',
      timeout: LIMIT_MS,
    })
    expect({ error, stderr }, stdout).toEqual({ error: undefined, stderr: '' })
    expect(stdout).not.toContain('secret')
    expect(stdout.trim().split('\n')).toEqual(
      Object.entries(outcomes(kind)).map(([place, outcome]) => {
        const path = join(realpathSync(data), encodeURIComponent(place), place)
        return expect.stringMatching(new RegExp(`^${place}: ${outcome.replace('PATH', path)}`))
      }),
    )
    expect(state()).toEqual(before)
  },
)

test.runIf(isRoot)('what is put in the place of a data folder that is open changes nothing', async () => {
  const { scratch, data, victim, state } = site()
  const before = state()
  using opened = prepareDataFolder(data)
  const moved = join(scratch, 'moved')
  renameSync(data, moved)
  symlinkSync(victim, data)
  await rememberPlatform(opened.path, 'qemu')
  giveFolder(opened, { uid: USER, gid: USER })
  expect(platformOf(moved, undefined, false)).toBe('qemu')
  expect(lstatSync(moved).uid).toBe(USER)
  expect(state()).toEqual(before)
})

test.runIf(isRoot)('what is in a draft of the database is deleted with the rights of the user who has it', async () => {
  const { data } = site()
  const [draft, empty] = [join(data, 'postgres.new-1'), join(data, 'postgres.new-2')]
  for (const folder of [draft, empty, join(draft, 'of-root')]) mkdirSync(folder)
  writeFileSync(join(draft, 'of-root', 'file'), '')
  writeFileSync(join(empty, 'file'), '')
  for (const folder of [draft, empty]) chownSync(folder, USER, USER)
  await removeDrafts(join(data, 'postgres'), { uid: USER, gid: USER })
  expect([existsSync(join(draft, 'of-root', 'file')), existsSync(empty)]).toEqual([true, false])
})
