import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { systemClock } from '../clock/clock.ts'
import { type ControlPlane, createControlPlane } from '../control-plane.ts'
import type { Tables } from '../kernel/database/tables.ts'
import type { Migration } from '../kernel/database/migrate.ts'
import type { Log } from '../kernel/telemetry/log.ts'
import { pagePlatform } from '../platform/choice/page-platform.ts'
import { MemoryVolumeStore } from '../platform/volume-store/memory-volume-store.ts'
import { PageChanges } from './page-changes.ts'
import { pagePasswords } from './passwords.ts'
import { yieldBetweenStatements } from './yield-between-statements.ts'

/**
 * The control plane of the mock build: without a network, files, SAML and worker threads.
 * @param migrations applied first; left out for a snapshot, which has them
 */
export function createPageControlPlane(
  pglite: PGlite,
  log: Log,
  migrations?: readonly Migration[],
): Promise<ControlPlane> {
  const db = new Kysely<Tables>({
    dialect: new PGliteDialect({ pglite }),
    plugins: [yieldBetweenStatements()],
  })
  const platform = pagePlatform({ clock: systemClock, volumeStore: new MemoryVolumeStore() })
  return createControlPlane(
    {
      db,
      clock: systemClock,
      log,
      platform,
      passwords: pagePasswords,
      changes: new PageChanges(pglite),
      alone: true,
      latencySamples: true,
    },
    migrations,
  )
}
