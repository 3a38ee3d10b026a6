import { chownSync, existsSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { removeDrafts } from '../postgres/postgres-cluster.ts'
import { giveFolder } from '../rights/given-folder.ts'
import { platformOf, rememberPlatform } from '../start/platform-of-folder.ts'
import { attempt, harmless, hostileSite, REFUSED } from '../testing/hostile-places.ts'
import { ACCOUNT, PLANTS } from '../testing/plant.ts'
import { prepareDataFolder } from './data-folder.ts'

const isRoot = process.getuid?.() === 0
const worker = fileURLToPath(new URL('hostile-places.worker.ts', import.meta.url))

/** What a start does at each place: it ends with a message, or does without what is there. */
function outcomes(kind: string): Record<string, string> {
  const made = kind === 'a folder' ? '.* is a directory' : 'done$'
  return {
    platform: REFUSED,
    'platform.draft': made,
    reserve: 'done$',
    'storage.json': REFUSED,
    qemu: 'done$',
    'qemu/machines': 'done$',
    'postgres/PG_VERSION': REFUSED,
    'postgres/pg_hba.conf': REFUSED,
    'postgres/pg_ident.conf.draft': made,
    'postgres/postmaster.pid': REFUSED,
    'postgres.log': kind === 'a folder' ? 'PATH is a folder, where Skerry writes a file: move it away$' : made,
    'postgres.new-1': 'done$',
  }
}

test.runIf(isRoot).each(Object.keys(PLANTS))(
  'root at a start neither follows nor waits for %s that another user has put in a place of the data folder',
  (kind) => expect(attempt(worker, kind)).toEqual(harmless(outcomes(kind))),
)

test.runIf(isRoot)('what is put in the place of a data folder that is open changes nothing', async () => {
  const { scratch, data, victim, state } = hostileSite()
  const before = state()
  using opened = prepareDataFolder(data)
  const moved = join(scratch, 'moved')
  renameSync(data, moved)
  symlinkSync(victim, data)
  await rememberPlatform(opened.path, 'qemu')
  giveFolder(opened, ACCOUNT)
  expect(platformOf(moved, undefined, false)).toBe('qemu')
  expect(lstatSync(moved).uid).toBe(ACCOUNT.uid)
  expect(state()).toEqual(before)
})

test.runIf(isRoot)('what is in a draft of the database is deleted with the rights of the user who has it', async () => {
  const { data } = hostileSite()
  const [draft, empty] = [join(data, 'postgres.new-1'), join(data, 'postgres.new-2')]
  for (const folder of [draft, empty, join(draft, 'of-root')]) mkdirSync(folder)
  writeFileSync(join(draft, 'of-root', 'file'), '')
  writeFileSync(join(empty, 'file'), '')
  for (const folder of [draft, empty]) chownSync(folder, ACCOUNT.uid, ACCOUNT.gid)
  await removeDrafts(join(data, 'postgres'), ACCOUNT)
  expect([existsSync(join(draft, 'of-root', 'file')), existsSync(empty)]).toEqual([true, false])
})
