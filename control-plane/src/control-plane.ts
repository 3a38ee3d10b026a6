import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { sql } from 'kysely'
import type { ControlPlaneParts } from './control-plane-parts.ts'
import { createServices } from './create-services.ts'
import { bootstrap, type Bootstrapped, type BootstrapOptions } from './first-start/bootstrap.ts'
import { setDeferredQuota } from './first-start/first-quota.ts'
import { DeliveryWorker } from './fleet/alerts/delivery-worker.ts'
import { ingestSamples } from './fleet/metrics/samples/ingest.ts'
import { repositoryIds } from './fleet/rack/updates/repositories.repo.ts'
import { handlers } from './handlers.ts'
import { type ServedCertificate, servedCertificate } from './identity/certificates/served.repo.ts'
import { signInPath } from './identity/sessions/sign-in-path.ts'
import { credentialsOf, identify } from './kernel/access/actor.ts'
import type { ClientAddress } from './kernel/access/client-address.ts'
import { migrate, type Migration } from './kernel/database/migrate.ts'
import { bind, type Env, refuse } from './kernel/http/binder.ts'
import { ApiError, forbidden } from './kernel/http/errors.ts'
import { withoutEmptySegments } from './kernel/http/path.ts'
import { withDeadline } from './kernel/limits/deadline.ts'
import { continueOrders, releaseAll } from './kernel/sagas/saga-store.ts'
import type { Services } from './kernel/services/services.ts'
import { Tasks } from './kernel/tasks/tasks.ts'
import { createOps } from './ops/ops.ts'
import type { ReportSamples } from './platform/interface/samples.ts'
import { requireOwnFiles } from './reconcile/own-files.ts'
import { PlatformEvents } from './reconcile/platform-events.ts'
import { PlatformStart } from './reconcile/platform-start.ts'
import { RECONCILE_TASK, regularTasks, ORPHANED_ARCHIVES_TASK } from './tasks.ts'

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

/** How long a page or a health check waits for the database. */
const CHECK_WITHIN_MS = 3000

const causeOf = (error: Error): string => (error.cause instanceof Error ? error.cause : error).message

/**
 * Builds the control plane on a database. Nothing runs in the background before `start`.
 * @param migrations applied first; left out if the database has them already
 */
export async function createControlPlane(
  parts: ControlPlaneParts,
  migrations?: readonly Migration[],
): Promise<ControlPlane> {
  const { db, clock, log } = parts
  if (migrations) await migrate(db, migrations)
  const { services, latency } = await createServices(parts, () => tasks.list())
  const { databaseGuard, platform, sagas, sources, changes, saml, updateArchives, settings } = services
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
          result.status === 'rejected' ? [[parts[i]?.[0] ?? '', causeOf(result.reason)]] : [],
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
      await tasks.run(ORPHANED_ARCHIVES_TASK)
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
