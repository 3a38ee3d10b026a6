import { arch, availableParallelism, freemem, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { imageCatalog } from '../../compute/image-fetches/catalog.ts'
import { createControlPlane } from '../../control-plane.ts'
import { DatabaseNotEmpty } from '../../first-start/bootstrap.ts'
import { DatabaseWatch } from '../../kernel/database/database-watch.ts'
import { openDatabase } from '../../kernel/database/database.ts'
import { DatabaseUsage } from '../../kernel/telemetry/telemetry.ts'
import { DataFolderMark } from '../folder/data-folder-mark.ts'
import { filesFolders } from '../folder/data-folder.ts'
import { DownloadFolder } from '../folder/download-files.ts'
import { FileArchives } from '../folder/file-archives.ts'
import { FileVolumeStore } from '../folder/volume-store.ts'
import { openssl } from '../http/tls.ts'
import { outbound } from '../outbound/outbound.ts'
import { DatabaseChanges } from '../postgres/database-changes.ts'
import { databaseClock } from '../postgres/database-clock.ts'
import { databaseProbe } from '../postgres/database-probe.ts'
import { migrateWithoutLimits, readMigrations } from '../postgres/migrations.ts'
import { samlInThreads } from '../saml/saml.ts'
import { jsonLog } from '../telemetry/log.ts'
import { PrometheusMetrics } from '../telemetry/prometheus.ts'
import { RecentLines } from '../telemetry/recent-lines.ts'
import { hashingInThread } from '../threads/file-hashes.ts'
import { argonPasswords } from '../threads/passwords.ts'
import { unpack } from '../threads/unpack.ts'
import { FileUpdateArchives } from '../updates/archives.ts'
import type { Configuration } from './configuration.ts'
import type { RunnableControlPlane } from './run.ts'
import { StartupError } from './startup-error.ts'

/** The control plane of a server: over PostgreSQL, with log lines on standard output. */
export async function assemble(databaseUrl: string, configuration: Configuration): Promise<RunnableControlPlane> {
  const { dataFolder, domain, logLevel, publicUrl, outboundNetworks, maxRepositoryBytes, sessions } = configuration
  // First, so that an unknown schema version is refused before anything of that installation changes.
  await migrateWithoutLimits(databaseUrl, readMigrations())
  const filesMark = new DataFolderMark(dataFolder)
  // What has the place of the mark ends the start here. That files are not known to be its own does not.
  await filesMark.read()
  const usage = new DatabaseUsage()
  const db = openDatabase({ url: databaseUrl, usage })
  const clock = await databaseClock(db)
  const databaseWatch = new DatabaseWatch(clock, databaseProbe(databaseUrl))
  const metrics = new PrometheusMetrics(usage)
  metrics.addProcess()
  const volumeStore = new FileVolumeStore(join(dataFolder, filesFolders.volumes))
  await volumeStore.removeDrafts()
  const archives = new FileArchives(join(dataFolder, filesFolders.bundles))
  await archives.removeDrafts()
  const reached = outbound(outboundNetworks)
  const recentLines = new RecentLines()
  const log = jsonLog(logLevel, 1, recentLines)
  const report = (problem: string) =>
    log('warn', 'the platform reports a problem and will try again', { reason: problem })
  const platform = await configuration.platform.open({ clock, volumeStore, dataFolder, report })
  const controlPlane = await createControlPlane({
    db,
    databaseGuard: databaseWatch,
    clock,
    log,
    platform,
    passwords: argonPasswords(),
    changes: new DatabaseChanges(databaseUrl),
    outbound: reached,
    saml: samlInThreads(),
    tls: openssl,
    archives,
    about: () => aboutProcess(configuration),
    recentLog: () => recentLines.all(),
    updateArchives: new FileUpdateArchives(join(dataFolder, filesFolders.updates), { maxBytes: maxRepositoryBytes }),
    filesMark,
    hashing: hashingInThread(),
    imageFetching: {
      outbound: reached,
      files: new DownloadFolder(join(dataFolder, filesFolders.downloads)),
      unpack,
      catalog: imageCatalog(configuration.imageMirrors),
      maxBytes: configuration.maxImageBytes,
    },
    settings: { secureCookies: publicUrl?.startsWith('https:') ?? false, publicUrl, domain, sessions },
    // For a platform with a sole process, `run` has already locked it.
    alone: configuration.platform.soleProcess !== undefined,
    metrics,
    latencySamples: true,
  })
  return {
    ...controlPlane,
    log,
    stop: async () => {
      clock.close()
      databaseWatch.close()
      await controlPlane.stop()
    },
    bootstrap: (options) =>
      controlPlane.bootstrap(options).catch((error: unknown) => {
        if (!(error instanceof DatabaseNotEmpty)) throw error
        throw new StartupError(`${error.message}: start without --demo, or choose another folder with SKERRY_DATA`)
      }),
  }
}

import manifest from '../../../package.json' with { type: 'json' }

/** Versions and configuration for a support bundle. Settings that may hold a password are only marked as set or not. */
function aboutProcess(configuration: Configuration): object {
  const { host, port, httpsPort, opsPort, domain, demo, publicUrl, logLevel, databaseUrl, platform } = configuration
  return {
    version: manifest.version,
    node: process.version,
    system: { platform: process.platform, release: release(), architecture: arch(), cores: availableParallelism() },
    memory: { total: totalmem(), free: freemem(), ...process.memoryUsage() },
    uptime_seconds: Math.round(process.uptime()),
    configuration: {
      host,
      port,
      httpsPort,
      opsPort,
      domain,
      demo,
      platform: platform.name,
      publicUrl,
      logLevel,
      database: databaseUrl === undefined ? 'embedded' : 'DATABASE_URL',
    },
  }
}
