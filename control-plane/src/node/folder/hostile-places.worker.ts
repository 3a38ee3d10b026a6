import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareCluster, removeDrafts, requireVersion } from '../postgres/postgres-cluster.ts'
import { PostgresLog } from '../postgres/postgres-log.ts'
import { endPrevious } from '../postgres/postgres-previous.ts'
import { platformOf, rememberPlatform } from '../start/platform-of-folder.ts'
import { ACCOUNT, tryPlaces } from '../testing/plant.ts'
import { DataFolderMark } from './data-folder-mark.ts'
import { Reserve } from './reserve.ts'

function prepare(data: string): Promise<void> {
  writeFileSync(join(data, 'postgres', 'PG_VERSION'), '18')
  return prepareCluster(join(data, 'postgres'), { initdb: '/bin/false', postgres: '/bin/false' }, ACCOUNT)
}

// For each entry of a data folder, the part of a start that uses it, perhaps as root.
await tryPlaces({
  platform: async (data) => {
    await rememberPlatform(data, 'simulator')
    return platformOf(data, undefined, false)
  },
  'platform.draft': (data) => rememberPlatform(data, 'simulator'),
  reserve: (data) => new Reserve(data).release(),
  'storage.json': (data) => new DataFolderMark(data).read(),
  qemu: (data) => new Reserve(data, 'qemu').release(),
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
  'postgres.new-1': (data) => removeDrafts(join(data, 'postgres'), ACCOUNT),
})
