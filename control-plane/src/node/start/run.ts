import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bootstrapped, BootstrapOptions } from '../../first-start/bootstrap.ts'
import type { ServedCertificate } from '../../identity/certificates/served.repo.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import { type DataFolder, prepareDataFolder } from '../folder/data-folder.ts'
import { fullDisk } from '../folder/disk-space.ts'
import { lockFolder } from '../folder/folder-lock.ts'
import { Reserve } from '../folder/reserve.ts'
import { consoleFiles } from '../http/console-files.ts'
import { listen } from '../http/http.ts'
import type { Answer, Peer } from '../http/http.ts'
import { site } from '../http/site.ts'
import { type SniCallback, tlsContexts } from '../http/tls-contexts.ts'
import { serveWebSockets } from '../http/web-sockets.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { leaveRoot } from '../rights/leave-root.ts'
import type { Configuration } from './configuration.ts'
import { healthRoutes, localOnly } from './ops.ts'
import { rememberPlatform } from './platform-of-folder.ts'
import { requireReachable } from './reachable.ts'
import { emptyAll, resetRoute } from './reset.ts'
import { holdPlatform } from './sole-process.ts'
import { reasonOf } from './startup-error.ts'

/** The parts of a control plane that this file uses. */
export interface RunnableControlPlane {
  log: Log
  fetch: Answer
  admits(address: string): boolean | Promise<boolean>
  certificateFor(host: string, except?: readonly string[]): Promise<ServedCertificate | undefined>
  hasSession(request: Request, peer: Pick<Peer, 'secure'>): Promise<boolean>
  signInPath(request: Request): Promise<string>
  /** Failing parts, with the reason. */
  failing(): Promise<Record<string, string>>
  /** Metrics, sagas, tasks and faults, for the operator's listener. */
  ops: (request: Request) => Response | Promise<Response>
  /** Creates the first silo and its admin, once, and the demo data. Returns the passwords it generated, if any. */
  bootstrap(options: BootstrapOptions): Promise<Bootstrapped>
  /** Resumes sagas and begins the regular tasks. */
  start(): Promise<void>
  /** Ends open event streams, which would outlast the wait for running requests. */
  endStreams(): void
  /** Leaves sagas for the next start and closes the database. */
  stop(): Promise<void>
}

export type OpenControlPlane = (databaseUrl: string, configuration: Configuration) => Promise<RunnableControlPlane>

/** The handlers of requests, once the control plane has started. */
interface Opened {
  log: Log
  site: Answer
  api: Answer
  ops: Answer
  certificateFor: RunnableControlPlane['certificateFor']
}

export interface Run {
  url: string
  opsUrl: string
  generated: Bootstrapped
  /** One line about the platform. */
  platform: string
  /** Stops everything that was started; running requests have `limitMs` to finish. */
  stop(limitMs: number): Promise<void>
}

const distFolder = fileURLToPath(new URL('../../../../console/dist', import.meta.url))

/**
 * Starts the server: folder, listeners, database, control plane. Earlier requests wait.
 * Stops what was started when a later part fails, or when `interrupted` fires. Throws StartupError, PlatformError and
 * NoPlainFile, which `explained` makes one for the operator.
 * @param onLost called with the reason when the server cannot go on
 */
export async function run(
  configuration: Configuration,
  open: OpenControlPlane,
  interrupted: AbortSignal,
  onLost: (why: string) => void,
): Promise<Run> {
  const { host, port, httpsPort, opsPort, dataFolder, trustedProxies: proxies } = configuration
  await using started = new AsyncDisposableStack()
  let opened = Promise.withResolvers<Opened>()
  opened.promise.catch(() => undefined)
  let stopping = false
  const log: Log = (...line) => void opened.promise.then(({ log }) => log(...line)).catch(() => undefined)

  const data = started.use(prepareDataFolder(dataFolder))
  const { recordFolders = [] } = configuration.platform
  const reservesIn = (folder: string) => [[], ...recordFolders].map((names) => new Reserve(folder, ...names))
  for (const reserve of reservesIn(data.path)) await reserve.release()
  // Before anything that a second server on the same folder could notice.
  started.use(await lockFolder(data.path, dataFolder))
  const aboutPlatform = await preparePlatform(configuration, data)
  /** A public listener with its WebSockets. */
  const openPublic = async (port: number, setting: string, tls?: SniCallback) => {
    const site: Answer = async (...call) => (await opened.promise).site(...call)
    const listener = await listen(host, port, setting, site, { proxies, tls, log })
    started.defer(() => listener.close(0))
    const webSockets = serveWebSockets(listener.server, async (...call) => (await opened.promise).api(...call), {
      proxies,
      log,
    })
    started.defer(() => webSockets.close())
    return {
      port: listener.port,
      async close(limitMs: number) {
        await webSockets.close()
        await listener.close(limitMs)
      },
    }
  }
  const pages = await openPublic(port, 'SKERRY_PORT')
  const contexts = tlsContexts(async (...call) => (await opened.promise).certificateFor(...call), log)
  const https = httpsPort === undefined ? undefined : await openPublic(httpsPort, 'SKERRY_HTTPS_PORT', contexts)
  const operator = await listen(
    '127.0.0.1',
    opsPort,
    'SKERRY_OPS_PORT',
    localOnly(async (...call) => (await opened.promise).ops(...call)),
  )
  started.defer(() => operator.close(0))

  const aboutRights = await leaveRoot({ platform: configuration.platform, data, dataFolder, onLost })

  let databaseUrl = configuration.databaseUrl
  if (databaseUrl) await requireReachable(databaseUrl)
  else {
    const postgres = await startPostgres(join(dataFolder, 'postgres'), (why) => onLost(`PostgreSQL ended: ${why}`))
    started.defer(() => postgres.stop())
    databaseUrl = postgres.url()
  }
  for (const reserve of reservesIn(dataFolder)) started.defer(reserve.keep())
  interrupted.throwIfAborted()
  const { soleProcess } = configuration.platform
  if (soleProcess) {
    const platform = await holdPlatform(databaseUrl, soleProcess, onLost)
    started.defer(() => platform.release())
    interrupted.throwIfAborted()
  }

  const database = databaseUrl
  let controlPlane = await open(database, configuration)
  started.defer(() => controlPlane.stop())
  interrupted.throwIfAborted()
  const generated = await controlPlane.bootstrap(configuration)
  await controlPlane.start()
  interrupted.throwIfAborted()

  const readiness = {
    failing: async () =>
      stopping ? { server: 'stopping' } : { ...(await controlPlane.failing()), ...(await fullDisk(dataFolder)) },
  }
  const publicHealth = healthRoutes(readiness, { detail: false })
  const ops = healthRoutes(readiness, { detail: true })
  const answers: Opened = {
    log: controlPlane.log,
    site: site({
      admits: (address) => controlPlane.admits(address),
      api: (...call) => controlPlane.fetch(...call),
      health: (request) => publicHealth.fetch(request),
      console: consoleFiles(distFolder),
      hasSession: (...call) => controlPlane.hasSession(...call),
      signInPath: (request) => controlPlane.signInPath(request),
      log,
    }),
    api: (...call) => controlPlane.fetch(...call),
    ops: (request) => ops.fetch(request),
    certificateFor: (...call) => controlPlane.certificateFor(...call),
  }
  /** Deletes everything and starts as if for the first time; requests wait meanwhile. */
  const reset = async (): Promise<Bootstrapped> => {
    opened = Promise.withResolvers()
    try {
      await controlPlane.stop()
      await emptyAll(database, dataFolder)
      controlPlane = await open(database, configuration)
      const made = await controlPlane.bootstrap(configuration)
      await controlPlane.start()
      return made
    } catch (error) {
      onLost(`The reset failed: ${reasonOf(error)}`)
      throw error
    } finally {
      opened.resolve(answers)
    }
  }
  if (configuration.demo) ops.route('/_ops/sim/reset', resetRoute(reset))
  ops.all('*', ({ req }) => controlPlane.ops(req.raw))
  opened.resolve(answers)

  const all = started.move()
  return {
    url: configuration.publicUrl ?? `http://${shownHost(host)}:${pages.port}`,
    opsUrl: `http://localhost:${operator.port}/_ops/`,
    generated,
    platform: [aboutPlatform, aboutRights].filter(Boolean).join('; '),
    stop: async (limitMs) => {
      stopping = true
      controlPlane.endStreams()
      await Promise.all([pages.close(limitMs), https?.close(limitMs)])
      await all.disposeAsync()
    },
  }
}

/** Throws PlatformError if the platform cannot run here; otherwise the data folder is the platform's from then on. */
async function preparePlatform({ platform }: Configuration, data: DataFolder): Promise<string> {
  const about = await platform.prepare()
  await rememberPlatform(data.path, platform.name)
  return about
}

const shownHost = (host: string) =>
  ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
