import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseNotEmpty } from '../bootstrap.ts'
import { createControlPlane } from '../control-plane.ts'
import { systemClock } from '../clock/clock.ts'
import { NO_LIMITS, openDatabase } from '../kernel/database.ts'
import { jsonLog } from '../kernel/log.ts'
import { migrate, type Migration } from '../kernel/migrate.ts'
import { DatabaseUsage, type Metric } from '../kernel/telemetry.ts'
import { Simulator } from '../platform/simulator/simulator.ts'
import type { Configuration } from './configuration.ts'
import { lineWriter } from './log-writer.ts'
import { readMigrations } from './migrations.ts'
import { argonPasswords } from './passwords.ts'
import type { RunnableControlPlane } from './run.ts'
import { StartupError } from './startup-error.ts'
import { FileVolumeStore } from './volume-store.ts'

/** The control plane of a server: over PostgreSQL, on the simulated platform, with log lines on standard output. */
export async function assemble(
  databaseUrl: string,
  { dataFolder, databaseUrl: ownDatabase, logLevel, publicUrl }: Configuration,
): Promise<RunnableControlPlane> {
  const clock = systemClock
  const usage = new DatabaseUsage()
  const volumeStore = new FileVolumeStore(join(dataFolder, 'volumes'))
  await volumeStore.removeDrafts()
  const platform = new Simulator({ clock, volumeStore })
  const migrations = readMigrations()
  await migrateWithoutLimits(databaseUrl, migrations)
  const controlPlane = await createControlPlane(
    {
      db: openDatabase({ url: databaseUrl, usage }),
      clock,
      log: jsonLog(lineWriter(), () => clock.now(), logLevel),
      platform,
      faults: platform.faults,
      passwords: argonPasswords(),
      settings: { secureCookies: publicUrl?.startsWith('https:') ?? false },
      alone: !ownDatabase,
      processMetrics: processMetrics(usage),
    },
    migrations,
  )
  return {
    ...controlPlane,
    bootstrap: (options) =>
      controlPlane.bootstrap(options).catch((error: unknown) => {
        if (!(error instanceof DatabaseNotEmpty)) throw error
        throw new StartupError(`${error.message}: start without --demo, or choose another folder with SKERRY_DATA`)
      }),
  }
}

async function migrateWithoutLimits(url: string, migrations: readonly Migration[]): Promise<void> {
  const db = openDatabase({ url, max: 1, limits: NO_LIMITS })
  try {
    await migrate(db, migrations)
  } finally {
    await db.destroy()
  }
}

/** How often the event loop is looked at. What the monitor tells of includes this wait itself. */
const LOOK_MS = 10

/** What Prometheus is told of this process; the lag is that since it was last asked. */
function processMetrics(usage: DatabaseUsage): () => Metric[] {
  const lag = monitorEventLoopDelay({ resolution: LOOK_MS })
  lag.enable()
  const gauge = (name: string, help: string, samples: Metric['samples']): Metric => ({
    name,
    type: 'gauge',
    help,
    samples,
  })
  return () => {
    const quantiles = [0.5, 0.99, 1].map((quantile) => ({
      labels: { quantile },
      value: Math.max(0, (lag.percentile(quantile * 100) / 1e6 - LOOK_MS) / 1000),
    }))
    lag.reset()
    return [
      ...usage.metrics(),
      gauge('skerry_event_loop_lag_seconds', 'How late the event loop came to its timers.', quantiles),
      gauge('process_resident_memory_bytes', 'Memory of this process.', [{ value: process.memoryUsage.rss() }]),
      gauge('process_start_time_seconds', 'When this process began.', [{ value: performance.timeOrigin / 1000 }]),
    ]
  }
}
