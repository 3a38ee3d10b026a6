import { join } from 'node:path'
import { createControlPlane } from '../control-plane.ts'
import { systemClock } from '../kernel/clock.ts'
import { openDatabase } from '../kernel/database.ts'
import { jsonLog } from '../kernel/log.ts'
import { Simulator } from '../platform/simulator/simulator.ts'
import type { Configuration } from './configuration.ts'
import { lineWriter } from './log-writer.ts'
import { readMigrations } from './migrations.ts'
import { argonPasswords } from './passwords.ts'
import type { RunnableControlPlane } from './run.ts'
import { FileVolumeStore } from './volume-store.ts'

/** The control plane of a server: over PostgreSQL, on the simulated platform, with log lines on standard output. */
export function assemble(
  databaseUrl: string,
  { dataFolder, logLevel, publicUrl }: Configuration,
): Promise<RunnableControlPlane> {
  const clock = systemClock
  return createControlPlane(
    {
      db: openDatabase({ url: databaseUrl }),
      clock,
      log: jsonLog(lineWriter(), () => clock.now(), logLevel),
      platform: new Simulator({ clock, volumeStore: new FileVolumeStore(join(dataFolder, 'volumes')) }),
      passwords: argonPasswords(),
      settings: { secureCookies: publicUrl?.startsWith('https:') ?? false },
    },
    readMigrations(),
  )
}
