import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostIdentity } from './host-identity.ts'
import { DataFolderMark } from '../../node/data-folder-mark.ts'
import { prepareDataFolder } from '../../node/data-folder.ts'
import { giveFolder } from '../../node/given-folder.ts'
import { platformOf, rememberPlatform } from '../../node/platform-of-folder.ts'
import { prepareCluster, removeDrafts, requireVersion } from '../../node/postgres-cluster.ts'
import { PostgresLog } from '../../node/postgres-log.ts'
import { endPrevious } from '../../node/postgres-previous.ts'
import { Reserve } from '../../node/reserve.ts'
import { plant } from './testing/plant.ts'

/** For each entry of a data folder, the part of a start that uses it, perhaps as root. */
const PLACES: Record<string, (data: string) => unknown> = {
  platform: async (data) => {
    await rememberPlatform(data, 'simulator')
    return platformOf(data, undefined, false)
  },
  'platform.draft': (data) => rememberPlatform(data, 'simulator'),
  reserve: (data) => new Reserve(data).release(),
  'storage.json': (data) => new DataFolderMark(data).read(),
  qemu: async (data) => {
    await new Reserve(data, 'qemu').release()
    await hostIdentity(join(data, 'qemu'))
  },
  'qemu/host.json': (data) => hostIdentity(join(data, 'qemu')),
  'qemu/host.json.draft': (data) => hostIdentity(join(data, 'qemu')),
  'qemu/machines': (data) => new Reserve(data, 'qemu', 'machines').release(),
  'postgres/PG_VERSION': (data) => requireVersion(join(data, 'postgres'), '18'),
  'postgres/pg_hba.conf': (data) => prepare(data),
  'postgres/pg_ident.conf.draft': (data) => prepare(data),
  'postgres/postmaster.pid': (data) => endPrevious(join(data, 'postgres')),
  'postgres.log': async (data) => {
    const log = new PostgresLog(join(data, 'postgres.log'))
    await log.renew()
    await log.close()
  },
  'postgres.new-1': (data) => removeDrafts(join(data, 'postgres'), account),
}

const [kind, scratch, victim, uid] = [process.argv[2]!, process.argv[3]!, process.argv[4]!, Number(process.argv[5])]
const account = { uid, gid: uid }

function prepare(data: string): Promise<void> {
  writeFileSync(join(data, 'postgres', 'PG_VERSION'), '18')
  return prepareCluster(join(data, 'postgres'), { initdb: '/bin/false', postgres: '/bin/false' }, account)
}

for (const [place, start] of Object.entries(PLACES)) {
  const folder = join(scratch, encodeURIComponent(place))
  for (const name of ['', 'qemu', 'postgres']) if (name !== place) mkdirSync(join(folder, name))
  await plant(kind, join(folder, place), victim, uid, [folder, join(folder, 'postgres')])
  using data = prepareDataFolder(folder)
  const outcome = await Promise.resolve()
    .then(() => start(data.path))
    .then(
      () => 'done',
      (error: Error) => error.message,
    )
  giveFolder(data, account)
  process.stdout.write(`${place}: ${outcome}\n`)
}
process.exit()
