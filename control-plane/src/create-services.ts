import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { BoundedCalls } from './clock/bounded-calls.ts'
import { removeImagesOfSilo } from './compute/images/images.repo.ts'
import { insertStarterImages } from './compute/images/starter-images.ts'
import { capabilitiesOf, type ControlPlaneParts } from './control-plane-parts.ts'
import { RequestLatency } from './fleet/metrics/samples/request-latency.ts'
import { hardwareLeft } from './fleet/overcommitment/provisionable.repo.ts'
import { noUpdateArchives } from './fleet/rack/updates/update-archives.ts'
import { noArchives } from './fleet/support-bundles/archives.ts'
import { withUnreachable } from './fleet/webhooks/send-webhook.ts'
import { noTls } from './identity/certificates/tls.ts'
import { noSaml } from './identity/identity-providers/saml.ts'
import { sessionCookieName } from './kernel/access/session-cookie.ts'
import { SourceAddresses } from './kernel/access/source-addresses.ts'
import { ChangeHub } from './kernel/changes/change-hub.ts'
import { unguarded } from './kernel/database/database-watch.ts'
import type { Db } from './kernel/database/database.ts'
import { PageTokens } from './kernel/http/paging.ts'
import { Budgets } from './kernel/limits/budgets.ts'
import { SagaWorker } from './kernel/sagas/saga-worker.ts'
import type { SelfReport } from './kernel/sagas/self-report.ts'
import { noOutbound } from './kernel/services/outbound.ts'
import { DEFAULT_SETTINGS, type Services, type WingServices } from './kernel/services/services.ts'
import { noTelemetry, type Telemetry } from './kernel/telemetry/telemetry.ts'
import { gatherMetrics } from './ops/metrics.ts'
import { withDeadlines } from './platform/interface/deadlines.ts'
import { PlatformError } from './platform/interface/platform-error.ts'
import { resources } from './resources.ts'
import { sagaDefinitions } from './sagas.ts'

interface Created {
  services: Services
  /** Undefined if the parts want no samples of it. */
  latency: RequestLatency | undefined
}

/**
 * Creates the services of a control plane from its parts. None of them runs yet.
 * @param tasks the states of the regular tasks, which are created from the services
 */
export async function createServices(parts: ControlPlaneParts, tasks: SelfReport['tasks']): Promise<Created> {
  const { db, clock, log, passwords, outbound = noOutbound, saml = noSaml } = parts
  const { archives = noArchives, about = () => ({}), recentLog = () => [] } = parts
  const { updateArchives = noUpdateArchives, databaseGuard = unguarded } = parts
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
    tasks,
    unanswered: () => calls.unanswered(),
    metrics: async () => (await parts.metrics?.exposition(await gatherMetrics(services, tasks())))?.text ?? '',
  }
  const sagas = new SagaWorker({
    db,
    clock,
    log,
    platform,
    services: wingServices,
    report,
    definitions: parts.sagaDefinitions ?? sagaDefinitions,
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
  return { services, latency }
}

/** A secret key shared by all control planes on this database. The first call creates it. */
async function serverKey(db: Db, name: string): Promise<Uint8Array> {
  const made = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  await db
    .insertInto('settings')
    .values({ key: name, value: JSON.stringify(made) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db.selectFrom('settings').select('value').where('key', '=', name).executeTakeFirstOrThrow()
  return hexToBytes(value as string)
}
