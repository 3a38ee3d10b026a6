import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../clock/clock.ts'
import { NoSilo, resetAdmin } from '../../identity/users/reset-admin.ts'
import { NO_LIMITS, openDatabase } from '../../kernel/database/database.ts'
import { prepareDataFolder } from '../folder/data-folder.ts'
import { lockFolder } from '../folder/folder-lock.ts'
import { migrateWithoutLimits, readMigrations } from '../postgres/migrations.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { becomeOwner } from '../rights/leave-root.ts'
import { argonPasswords } from '../threads/passwords.ts'
import type { Configuration } from './configuration.ts'
import { requireReachable } from './reachable.ts'
import { StartupError } from './startup-error.ts'

/** `--reset-admin`: restores the sign-in of user `admin` with a new password, and returns the line to print. */
export async function resetAdminOf(configuration: Configuration): Promise<string> {
  const { dataFolder } = configuration
  await using started = new AsyncDisposableStack()
  let url = configuration.databaseUrl
  if (url) await requireReachable(url)
  else {
    const cluster = join(dataFolder, 'postgres')
    if (!existsSync(dataFolder)) throw noAdminYet()
    const data = started.use(prepareDataFolder(dataFolder))
    if (!existsSync(cluster)) throw noAdminYet()
    started.use(await lockFolder(data.path, dataFolder))
    becomeOwner(data, dataFolder)
    const postgres = await startPostgres(cluster, () => undefined)
    started.defer(() => postgres.stop())
    url = postgres.url()
  }
  await migrateWithoutLimits(url, readMigrations())
  const db = openDatabase({ url, max: 1, limits: NO_LIMITS })
  started.defer(() => db.destroy())
  try {
    const { silo, password } = await resetAdmin({ db, clock: systemClock, passwords: argonPasswords() })
    return `Sign in to silo ${silo} as admin with the password ${password} (shown this once)`
  } catch (error) {
    if (!(error instanceof NoSilo)) throw error
    throw noAdminYet()
  }
}

const noAdminYet = () => new StartupError('There is no admin to reset yet: npm start creates it')
