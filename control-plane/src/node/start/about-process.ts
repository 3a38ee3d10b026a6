import { arch, availableParallelism, freemem, release, totalmem } from 'node:os'
import manifest from '../../../package.json' with { type: 'json' }
import type { Configuration } from './configuration.ts'

/** Versions and configuration for a support bundle. Settings that may hold a password are only marked as set or not. */
export function aboutProcess(configuration: Configuration): object {
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
