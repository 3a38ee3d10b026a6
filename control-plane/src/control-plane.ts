import type { Capabilities } from '@skerry/contract/rules/capabilities.ts'
import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { sql } from 'kysely'
import { BoundedCalls } from './clock/bounded-calls.ts'
import type { Clock } from './clock/clock.ts'
import type { FileHashing } from './compute/disks/file-hashing.ts'
import type { ImageFetching } from './compute/image-fetches/image-fetching.ts'
import { removeImagesOfSilo } from './compute/images/images.repo.ts'
import { insertStarterImages } from './compute/images/starter-images.ts'
import { bootstrap, type Bootstrapped, type BootstrapOptions } from './first-start/bootstrap.ts'
import { setDeferredQuota } from './first-start/first-quota.ts'
import { DeliveryWorker } from './fleet/alerts/delivery-worker.ts'
import { ingestSamples } from './fleet/metrics/samples/ingest.ts'
import { RequestLatency } from './fleet/metrics/samples/request-latency.ts'
import { hardwareLeft } from './fleet/overcommitment/provisionable.repo.ts'
import { repositoryIds } from './fleet/rack/updates/repositories.repo.ts'
import { noUpdateArchives, type UpdateArchives } from './fleet/rack/updates/update-archives.ts'
import type { Archives } from './fleet/support-bundles/archives.ts'
import { noArchives } from './fleet/support-bundles/no-archives.ts'
import { withUnreachable } from './fleet/webhooks/unreachable-receivers.ts'
import { handlers } from './handlers.ts'
import { type ServedCertificate, servedCertificate } from './identity/certificates/served.repo.ts'
import { noTls, type Tls } from './identity/certificates/tls.ts'
import { noSaml, type Saml } from './identity/identity-providers/saml.ts'
import { signInPath } from './identity/sessions/sign-in-path.ts'
import { credentialsOf, identify } from './kernel/access/actor.ts'
import type { ClientAddress } from './kernel/access/client-address.ts'
import type { Passwords } from './kernel/access/secrets.ts'
import { sessionCookieName } from './kernel/access/session-cookie.ts'
import { SourceAddresses } from './kernel/access/source-addresses.ts'
import { ChangeHub } from './kernel/changes/change-hub.ts'
import type { ChangeSource } from './kernel/changes/change-source.ts'
import { type DatabaseGuard, unguarded } from './kernel/database/database-watch.ts'
import type { Db } from './kernel/database/database.ts'
import { migrate, type Migration } from './kernel/database/migrate.ts'
import { serverKey } from './kernel/database/server-key.ts'
import { bind, type Env, refuse } from './kernel/http/binder.ts'
import { ApiError, forbidden } from './kernel/http/errors.ts'
import { PageTokens } from './kernel/http/paging.ts'
import { withoutEmptySegments } from './kernel/http/path.ts'
import { Budgets } from './kernel/limits/budgets.ts'
import { withDeadline } from './kernel/limits/deadline.ts'
import type { SagaLimits } from './kernel/sagas/saga-drive.ts'
import { continueOrders, releaseAll } from './kernel/sagas/saga-store.ts'
import { SagaWorker } from './kernel/sagas/saga-worker.ts'
import type { SelfReport } from './kernel/sagas/self-report.ts'
import type { FilesMark } from './kernel/services/files-mark.ts'
import { noOutbound, type Outbound } from './kernel/services/outbound.ts'
import { DEFAULT_SETTINGS, type Services, type Settings, type WingServices } from './kernel/services/services.ts'
import { Tasks } from './kernel/tasks/tasks.ts'
import type { Log } from './kernel/telemetry/log.ts'
import { type Metrics, noTelemetry, type Telemetry } from './kernel/telemetry/telemetry.ts'
import { gatherMetrics } from './ops/metrics.ts'
import { createOps } from './ops/ops.ts'
import { withDeadlines } from './platform/interface/deadlines.ts'
import { PlatformError } from './platform/interface/platform-error.ts'
import type { Platform } from './platform/interface/platform.ts'
import type { ReportSamples } from './platform/interface/samples.ts'
import { requireOwnFiles } from './reconcile/own-files.ts'
import { PlatformEvents } from './reconcile/platform-events.ts'
import { PlatformStart } from './reconcile/platform-start.ts'
import { resources } from './resources.ts'
import { sagaDefinitions } from './sagas.ts'
import { RECONCILE_TASK, regularTasks, ORPHANED_FILES_TASK } from './tasks.ts'

export interface ControlPlaneParts {
  db: Db
  /** Guards requests against a database that hangs; left out for one that cannot. */
  databaseGuard?: DatabaseGuard
  clock: Clock
  log: Log
  platform: Platform
  passwords: Passwords
  /** Access to the network, and SAML; only on a server. */
  outbound?: Outbound
  saml?: Saml
  tls?: Tls
  /** Storage for support bundles; only with a file system. */
  archives?: Archives
  /** Versions and configuration of the process, for support bundles. */
  about?: SelfReport['about']
  recentLog?: SelfReport['recentLog']
  /** Storage and verification of update repositories; only with a file system. */
  updateArchives?: UpdateArchives
  /** Tells whether the files above belong to the database; only with a file system. */
  filesMark?: FilesMark
  /** Given only with a network and a file system. */
  imageFetching?: ImageFetching
  /** Given only in Node. */
  hashing?: FileHashing
  /** Receives committed changes; without it there is no event stream. */
  changes?: ChangeSource
  settings?: Partial<Settings>
  /** Called before each step of a saga; an error from it counts as the step's failure. */
  beforeStep?: (saga: string, step: string) => void | Promise<void>
  /** Limits of the saga worker, where they are not the standard ones. */
  sagaLimits?: Partial<SagaLimits>
  /** No other control plane shares the database, so sagas of a crashed one can be claimed at once. */
  alone?: boolean
  /** Counts requests and provides the text of `/_ops/metrics`. */
  metrics?: Metrics
  /** Stores samples of request latency. */
  latencySamples?: boolean
}

export interface ControlPlane {
  fetch(request: Request, peer: Env['Bindings']): Promise<Response>
  /** Whether requests of a client are accepted; `fetch` checks it too. */
  admits(address: ClientAddress): boolean | Promise<boolean>
  /** The newest TLS certificate for a host, except the given ids, whose certificates cannot be served. */
  certificateFor(host: string, except?: readonly string[]): Promise<ServedCertificate | undefined>
  /** Whether the request has a valid session. Rejects if the database does not answer. */
  hasSession(request: Request, peer: Pick<Env['Bindings'], 'secure'>): Promise<boolean>
  /** The path to redirect a user to who is not signed in. */
  signInPath(request: Request): Promise<string>
  /** Failing parts, each with the reason. */
  failing(): Promise<Record<string, string>>
  ops(request: Request): Promise<Response>
  bootstrap(options: BootstrapOptions): Promise<Bootstrapped>
  /**
   * Restores the platform, resumes sagas and starts the regular tasks. If the platform does not answer, it resolves
   * after a few seconds; sagas and tasks that need the platform start when it answers.
   */
  start(): Promise<void>
  /** Ends open event streams, which else keep a server from ending, and refuses new ones. */
  endStreams(): void
  /** Leaves sagas for the next start and closes database and platform. */
  stop(): Promise<void>
  readonly services: Services
}

/** Capabilities of the platform and of the process in which the control plane runs. */
const capabilitiesOf = ({
  platform,
  saml,
  archives,
  updateArchives,
  imageFetching,
  hashing,
  changes,
}: ControlPlaneParts): Capabilities => ({
  guest_network: platform.capabilities.guestNetwork,
  image_conversion: platform.capabilities.imageConversion,
  graphical_console: platform.capabilities.graphicalConsole,
  port_forwards: platform.capabilities.portForwards,
  guest_agent: platform.capabilities.guestAgent,
  bios: platform.capabilities.bios,
  efi: platform.capabilities.efi,
  switches: platform.capabilities.switches,
  sled_addition: platform.capabilities.sledAddition,
  updates: platform.capabilities.updates && updateArchives !== undefined,
  saml: saml !== undefined,
  support_bundles: archives !== undefined,
  image_fetches: imageFetching !== undefined,
  upload_checksums: hashing !== undefined,
  event_stream: changes !== undefined,
})

/** How long a page or a health check waits for the database. */
const CHECK_WITHIN_MS = 3000

const reasonOf = (error: Error): string => (error.cause instanceof Error ? error.cause : error).message

/**
 * Builds the control plane on a database. Nothing runs in the background before `start`.
 * @param migrations applied first; left out if the database has them already
 */
export async function createControlPlane(
  parts: ControlPlaneParts,
  migrations?: readonly Migration[],
): Promise<ControlPlane> {
  const { db, clock, log, passwords, outbound = noOutbound, saml = noSaml } = parts
  const { archives = noArchives, about = () => ({}), recentLog = () => [] } = parts
  const { updateArchives = noUpdateArchives, databaseGuard = unguarded } = parts
  if (migrations) await migrate(db, migrations)
  const calls = new BoundedCalls(clock, (message) => new PlatformError('transient', message))
  const platform = withDeadlines(parts.platform, calls)
  const wingServices: WingServices = {
    saml,
    tls: parts.tls ?? noTls,
    archives,
    updateArchives,
    imageFetching: parts.imageFetching,
    hashing: parts.hashing,
    hardwareLeft,
    siloImages: {
      insert: platform.capabilities.bootsEmptyImages ? insertStarterImages : async () => {},
      remove: (tx, siloId) => removeImagesOfSilo(tx, { sagas }, siloId),
    },
  }
  const report: SelfReport = {
    about,
    recentLog,
    tasks: () => tasks.list(),
    unanswered: () => calls.unanswered(),
    metrics: async () => (await parts.metrics?.exposition(await gatherMetrics(services, tasks.list())))?.text ?? '',
  }
  const sagas = new SagaWorker({
    db,
    clock,
    log,
    platform,
    services: wingServices,
    report,
    definitions: sagaDefinitions,
    ...(parts.sagaLimits && { limits: parts.sagaLimits }),
    async beforeStep(saga, step) {
      platform.faults?.beforeSagaStep(saga, step)
      await parts.beforeStep?.(saga, step)
    },
  })
  const settings = { ...DEFAULT_SETTINGS, ...parts.settings }
  const pageTokens = new PageTokens(await serverKey(db, 'page_token_key'))
  const counted = parts.metrics ?? noTelemetry
  const latency = parts.latencySamples ? new RequestLatency({ clock, log }) : undefined
  const telemetry: Telemetry = {
    request(operation, status, ms) {
      counted.request(operation, status, ms)
      latency?.count(operation, status, ms)
    },
    webhook: (result) => counted.webhook(result),
  }
  const sources = new SourceAddresses({ db, databaseGuard, clock, log })
  await sources.read()
  const changes = parts.changes && new ChangeHub({ db, clock, log, settings, sources, source: parts.changes })
  const services: Services = {
    db,
    databaseGuard,
    clock,
    log,
    platform,
    capabilities: capabilitiesOf(parts),
    sagas,
    passwords,
    outbound: platform.faults ? withUnreachable(outbound, platform.faults) : outbound,
    ...wingServices,
    budgets: new Budgets(clock),
    pageTokens,
    telemetry,
    resources,
    sources,
    changes,
    filesMark: parts.filesMark,
    settings,
    sessionCookie: sessionCookieName(await serverKey(db, 'session_cookie')),
    report,
  }
  const deliveries = new DeliveryWorker(services)
  const tasks = new Tasks(services, [...regularTasks(services), deliveries.task])
  const platformStart = new PlatformStart(services)
  const events = new PlatformEvents(services)
  let endReports = () => {}
  const checkPlatform = async () => {
    if (platformStart.problem !== undefined) throw new Error(platformStart.problem)
    await platform.check()
  }
  const app = new Hono<Env>({ getPath: (request) => withoutEmptySegments(getPath(request)) })
  bind(app, services, handlers)
  const ops = createOps({ services, tasks, metrics: parts.metrics })

  return {
    services,
    admits: (address) => sources.admits(address),
    async fetch(request, peer) {
      const admitted = sources.admits(peer.remoteAddress)
      if (admitted === true || (await admitted)) return app.fetch(request, peer)
      return refuse(log, request, forbidden())
    },
    certificateFor: (host, except = []) =>
      databaseGuard.guard(() => servedCertificate(db, host, { now: clock.now(), domain: settings.domain, except })),
    async hasSession(request, { secure = false }) {
      const credentials = credentialsOf(request, settings.secureCookies || secure)
      if (!credentials.length) return false
      try {
        const found = identify(db, credentials, { now: clock.now(), limits: settings.sessions })
        await withDeadline(clock, CHECK_WITHIN_MS, found)
        return true
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return false
        throw error
      }
    },
    signInPath: (request) => withDeadline(clock, CHECK_WITHIN_MS, signInPath(db, request, settings.domain)),
    async failing() {
      const parts: [string, Promise<unknown>][] = [
        ['database', sql`select 1`.execute(db)],
        ['platform', checkPlatform()],
      ]
      const results = await Promise.allSettled(parts.map(([, check]) => withDeadline(clock, CHECK_WITHIN_MS, check)))
      return Object.fromEntries(
        results.flatMap((result, i) =>
          result.status === 'rejected' ? [[parts[i]?.[0] ?? '', reasonOf(result.reason)]] : [],
        ),
      )
    },
    ops: async (request) => ops.fetch(request),
    bootstrap: (options) => bootstrap(services, options),
    async start() {
      // First, so that no event of the platform's start is missed.
      events.start()
      await changes?.start()
      const report: ReportSamples = async (series, reported) => void (await ingestSamples(db, series, reported))
      endReports = platform.samples.subscribe((series, reported) =>
        report(series, reported).catch((error: unknown) =>
          log('warn', 'cannot store measured samples', { series, error }),
        ),
      )
      latency?.start(report)
      if (parts.alone)
        await requireOwnFiles(services).then(
          async () => updateArchives.keepOnly(await repositoryIds(db)),
          (error: unknown) => log('error', 'cannot look for orphaned update repositories', { error }),
        )
      if (parts.alone) await releaseAll(db, clock.now())
      await continueOrders(db)
      await tasks.run(ORPHANED_FILES_TASK)
      tasks.start(({ needsPlatform }) => !needsPlatform)
      await platformStart.start(async () => {
        await setDeferredQuota(services)
        await tasks.run(RECONCILE_TASK)
        sagas.start()
        tasks.start(({ needsPlatform }) => needsPlatform === true)
      })
    },
    endStreams: () => changes?.endStreams(),
    async stop() {
      endReports()
      await changes?.stop()
      await platformStart.stop()
      await Promise.all([tasks.stop(), deliveries.stop(), latency?.stop(), saml.close(), updateArchives.close()])
      await events.stop()
      await sagas.stop()
      await parts.hashing?.close()
      await platform.close().catch((error: unknown) => log('error', 'cannot close the platform', { error }))
      await db.destroy()
    },
  }
}
