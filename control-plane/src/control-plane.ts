import { sql } from 'kysely'
import { createApp } from './app.ts'
import { repositoryIds } from './fleet/updates/repositories.repo.ts'
import { DeliveryWorker } from './fleet/alerts/delivery-worker.ts'
import { withUnreachable } from './fleet/webhooks/unreachable-receivers.ts'
import { ingestSamples } from './fleet/metrics/samples/ingest.ts'
import { RequestLatency } from './fleet/metrics/samples/request-latency.ts'
import { type Env, errorAnswer } from './kernel/http/binder.ts'
import { bootstrap, type Bootstrapped, type BootstrapOptions } from './bootstrap.ts'
import { signInPath } from './identity/sessions/sign-in-path.ts'
import { type ServedCertificate, servedCertificate } from './identity/certificates/served.repo.ts'
import { credentialOf, identify } from './kernel/access/actor.ts'
import type { Archives } from './fleet/support-bundles/archives.ts'
import { BoundedCalls } from './clock/bounded-calls.ts'
import type { Clock } from './clock/clock.ts'
import type { Db } from './kernel/database/database.ts'
import { type DatabaseGuard, unguarded } from './kernel/database/database-watch.ts'
import { ApiError, forbidden } from './kernel/errors.ts'
import type { Log } from './kernel/log.ts'
import { migrate, type Migration } from './kernel/database/migrate.ts'
import { noArchives } from './fleet/support-bundles/no-archives.ts'
import { nothingOutside, type Outside } from './kernel/outside.ts'
import { Budgets } from './kernel/limits/budgets.ts'
import { PageTokens } from './kernel/http/paging.ts'
import { releaseAll } from './kernel/sagas/saga-store.ts'
import { SagaWorker } from './kernel/sagas/saga-worker.ts'
import { noSaml, type Saml } from './identity/identity-providers/saml.ts'
import type { Passwords } from './kernel/access/secrets.ts'
import { insertStarterImages } from './compute/images/starter-images.ts'
import { removeImagesOfSilo } from './compute/images/images.repo.ts'
import { DEFAULT_SETTINGS, type Services, type Settings, type WingServices } from './kernel/services.ts'
import type { SelfReport } from './kernel/sagas/self-report.ts'
import { serverKey } from './kernel/database/server-key.ts'
import { SourceAddresses } from './kernel/access/source-addresses.ts'
import { Tasks } from './kernel/tasks/tasks.ts'
import { type Metrics, noTelemetry, type Telemetry } from './kernel/telemetry.ts'
import { gatherMetrics } from './ops/metrics.ts'
import { noUpdateArchives, type UpdateArchives } from './fleet/updates/update-archives.ts'
import { createOps } from './ops/ops.ts'
import { PlatformEvents } from './reconcile/platform-events.ts'
import { PlatformStart } from './reconcile/platform-start.ts'
import { sagaDefinitions } from './sagas.ts'
import { RECONCILE_TASK, regularTasks, ORPHANED_FILES_TASK } from './tasks.ts'
import { randomId } from './kernel/uuid.ts'
import { withDeadline } from './kernel/limits/deadline.ts'
import { withDeadlines } from './platform/deadlines.ts'
import { PlatformError } from './platform/platform-error.ts'
import type { Platform } from './platform/platform.ts'
import type { ReportSamples } from './platform/samples.ts'
import type { Faults } from './platform/simulator/faults.ts'

export interface ControlPlaneParts {
  db: Db
  /** Where the database may hang. */
  databaseGuard?: DatabaseGuard
  clock: Clock
  log: Log
  platform: Platform
  passwords: Passwords
  /** The network and SAML, where there are any. */
  outside?: Outside
  saml?: Saml
  /** Where support bundles are kept, where there are files. */
  archives?: Archives
  /** What the process tells of itself in them. */
  about?: SelfReport['about']
  recentLog?: SelfReport['recentLog']
  /** Where update repositories are kept and verified, where there are files. */
  updateArchives?: UpdateArchives
  settings?: Partial<Settings>
  /** Called before each step of a saga; what it throws counts as the step's failure. */
  beforeStep?: (saga: string, step: string) => void | Promise<void>
  /** Faults on demand, which the simulated platform alone has. */
  faults?: Faults
  /** No other control plane shares the database: what one that died was doing is taken up at once. */
  alone?: boolean
  /** Counts requests, and writes what `/_ops/metrics` answers. */
  metrics?: Metrics
  /** Keeps samples of how long requests took. */
  latencySamples?: boolean
}

export interface ControlPlane {
  fetch(request: Request, peer?: Env['Bindings']): Promise<Response>
  /** Whether requests from an address are taken at all; `fetch` asks by itself. */
  admits(address: string): boolean | Promise<boolean>
  /** The certificate that TLS shows for a host; undefined where there is none. */
  certificateFor(host: string): Promise<ServedCertificate | undefined>
  /** Whether the request carries a session that still holds. Rejects when the database does not say. */
  hasSession(request: Request): Promise<boolean>
  /** Where somebody who is not signed in goes. */
  signInPath(request: Request): Promise<string>
  /** Parts that fail, with why. Empty when all is well. */
  failing(): Promise<Record<string, string>>
  ops(request: Request): Promise<Response>
  bootstrap(options: BootstrapOptions): Promise<Bootstrapped>
  /**
   * Gives the platform what exists, resumes sagas and begins the regular tasks. Where the platform does not answer, it
   * resolves after seconds: sagas and what needs the platform begin when it does.
   */
  start(): Promise<void>
  /** Leaves sagas for the next start and closes database and platform. */
  stop(): Promise<void>
  readonly services: Services
}

/** How long a page or a look at the health waits for the database. */
const CHECK_WITHIN_MS = 3000

const reasonOf = (error: Error): string => (error.cause instanceof Error ? error.cause : error).message

/** Migrates the database and builds the control plane on it. Nothing runs by itself before `start`. */
export async function createControlPlane(
  parts: ControlPlaneParts,
  migrations: readonly Migration[],
): Promise<ControlPlane> {
  const { db, clock, log, passwords, outside = nothingOutside, saml = noSaml } = parts
  const { archives = noArchives, about = () => ({}), recentLog = () => [] } = parts
  const { updateArchives = noUpdateArchives, databaseGuard = unguarded } = parts
  await migrate(db, migrations)
  const calls = new BoundedCalls(clock, (message) => new PlatformError('transient', message))
  const platform = withDeadlines(parts.platform, calls)
  const wingServices: WingServices = {
    saml,
    archives,
    updateArchives,
    siloImages: {
      insert: insertStarterImages,
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
    async beforeStep(saga, step) {
      parts.faults?.beforeSagaStep(saga, step)
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
  const services: Services = {
    db,
    databaseGuard,
    clock,
    log,
    platform,
    sagas,
    passwords,
    outside: parts.faults ? withUnreachable(outside, parts.faults) : outside,
    ...wingServices,
    budgets: new Budgets(clock),
    pageTokens,
    telemetry,
    sources,
    settings,
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
  const app = createApp(services)
  const ops = createOps({ services, tasks, faults: parts.faults, metrics: parts.metrics })

  return {
    services,
    admits: (address) => sources.admits(address),
    async fetch(request, peer = {}) {
      const admitted = sources.admits(peer.remoteAddress ?? '')
      if (admitted === true || (await admitted)) return app.fetch(request, peer)
      return errorAnswer(randomId(), forbidden())
    },
    certificateFor: (host) =>
      databaseGuard.guard(() => servedCertificate(db, host, { now: clock.now(), domain: settings.domain })),
    async hasSession(request) {
      const credential = credentialOf(request)
      if (!credential) return false
      try {
        const found = identify(db, credential, { now: clock.now(), limits: settings.sessions })
        await withDeadline(clock, CHECK_WITHIN_MS, found)
        return true
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return false
        log('error', 'session look-up', { error })
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
      // First of all, so that nothing that the platform finds missing goes unheard.
      events.start()
      const report: ReportSamples = async (series, reported) => void (await ingestSamples(db, series, reported))
      endReports = platform.samples.subscribe(report)
      latency?.start(report)
      if (parts.alone) await updateArchives.keepOnly(await repositoryIds(db))
      if (parts.alone) await releaseAll(db, clock.now())
      await tasks.run(ORPHANED_FILES_TASK)
      tasks.start(({ needsPlatform }) => !needsPlatform)
      await platformStart.start(async () => {
        await tasks.run(RECONCILE_TASK)
        sagas.start()
        tasks.start(({ needsPlatform }) => needsPlatform === true)
      })
    },
    async stop() {
      endReports()
      await platformStart.stop()
      await Promise.all([tasks.stop(), deliveries.stop(), latency?.stop(), saml.close()])
      await events.stop()
      await sagas.stop()
      await platform.close().catch((error: unknown) => log('error', 'the platform could not be closed', { error }))
      await db.destroy()
    },
  }
}
