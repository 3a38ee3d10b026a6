import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@skerry/contract/rules/roles.ts'
import { ManualClock, systemClock } from '../clock/clock.ts'
import { imageCatalog } from '../compute/image-fetches/catalog.ts'
import type { ImageFetching } from '../compute/image-fetches/image-fetching.ts'
import { type ControlPlane, createControlPlane } from '../control-plane.ts'
import type { UpdateArchives } from '../fleet/rack/updates/update-archives.ts'
import type { Archives } from '../fleet/support-bundles/archives.ts'
import { createSession } from '../identity/sessions/sessions.repo.ts'
import { hashSecret, type Passwords } from '../kernel/access/secrets.ts'
import type { Db } from '../kernel/database/database.ts'
import type { SagaLimits } from '../kernel/sagas/saga-drive.ts'
import type { SagaDefinition } from '../kernel/sagas/saga.ts'
import type { Outbound } from '../kernel/services/outbound.ts'
import type { Settings } from '../kernel/services/services.ts'
import { type Log, silent } from '../kernel/telemetry/log.ts'
import { DatabaseUsage } from '../kernel/telemetry/telemetry.ts'
import { FLEET_ID, randomId } from '../kernel/values/uuid.ts'
import { DownloadFolder } from '../node/folder/download-files.ts'
import { FileArchives } from '../node/folder/file-archives.ts'
import { openssl } from '../node/http/tls.ts'
import { outbound, type Resolve } from '../node/outbound/outbound.ts'
import { DatabaseChanges } from '../node/postgres/database-changes.ts'
import { readMigrations } from '../node/postgres/migrations.ts'
import { samlInThreads } from '../node/saml/saml.ts'
import { PrometheusMetrics } from '../node/telemetry/prometheus.ts'
import { hashingInThread } from '../node/threads/file-hashes.ts'
import { unpack } from '../node/threads/unpack.ts'
import { FileUpdateArchives } from '../node/updates/archives.ts'
import type { PlatformCapabilities } from '../platform/interface/platform.ts'
import type { Samples } from '../platform/interface/samples.ts'
import { openTestPlatform, type TestHardware } from '../platform/testing/open-test-platform.ts'
import type { TestPlatform } from '../platform/testing/test-platform.ts'
import type { VolumeStore } from '../platform/volume-store/volume-store.ts'
import { type Caller, send } from './caller.ts'
import { type HeldStep, HeldSteps } from './held-steps.ts'
import { checkLockOrder } from './lock-order.ts'
import { PassingTime } from './passing-time.ts'
import { testDatabase } from './test-database.ts'
import { WorkInFlight } from './work-in-flight.ts'

/** Resolves no names: tests must not depend on DNS. */
const resolveNothing: Resolve = () => Promise.reject(new Error('no such name'))

/** Plain-text passwords: argon2id takes half a second by design, and has a test of its own. */
const plainPasswords: Passwords = {
  hash: async (password) => `plain:${password}`,
  verify: async (hash, password) => hash === `plain:${password}`,
}

export interface Roles {
  fleet?: Role
  silo?: Role
  /** Role by project id. */
  projects?: Record<string, Role>
}

/** The whole control plane with its own database, a platform for tests, and a manual clock. */
export interface TestServer {
  plane: ControlPlane
  /** Without deadlines, and with faults. */
  platform: TestPlatform
  db: Db
  /** Of the database; undefined on PGlite. */
  databaseUrl: string | undefined
  clock: ManualClock
  siloId: string
  /** Admin of the default silo and, by the silo's mapping, of the fleet. */
  admin: Caller
  /** A caller without a credential. */
  anonymous: Caller
  /** A new user of a silo (the default one unless named) with these roles, signed in by a token. */
  user(roles?: Roles, siloId?: string): Promise<Caller>
  /** The same user, signed in by a session. */
  session(user: Caller): Promise<Caller>
  /** A new group of a silo (the default one unless named) with these members. Returns its id. */
  group(members?: readonly Caller[], siloId?: string): Promise<string>
  /** Creates another silo with large quotas. */
  silo(name: string): Promise<string>
  /** Advances the clock until no saga is running, by at most `ms` milliseconds. */
  settle(ms?: number): Promise<void>
  /**
   * Pauses the next saga, or that many of them, before a step such as `disk-create/volume`. The clock stops while all
   * waiting requests wait for paused sagas.
   */
  hold(step: string, sagas?: number): HeldStep
  close(): Promise<void>
}

/** Starts a test server. Each test file has its own; call `close` when done. */
export async function startTestServer(
  options: {
    log?: Log
    beforeStep?: (saga: string, step: string) => void
    sagaLimits?: Partial<SagaLimits>
    /** Instead of those in `sagas.ts`. */
    sagaDefinitions?: readonly SagaDefinition<object>[]
    volumeStore?: VolumeStore
    demo?: boolean
    hardware?: TestHardware
    /** What the platform lacks. */
    capabilities?: Partial<PlatformCapabilities>
    /** Instead of simulated ones. */
    samples?: Samples
    latencySamples?: boolean
    outbound?: Outbound
    archives?: Archives
    updateArchives?: UpdateArchives
    imageFetching?: Partial<ImageFetching>
    /** Instead of plain texts. */
    passwords?: Passwords
    /** Uses the real time instead of `server.clock`. */
    realTime?: boolean
    /** Receives changes of the database; only on PostgreSQL. */
    changes?: boolean
    settings?: Partial<Settings>
  } = {},
): Promise<TestServer> {
  const { db, url, drop } = await testDatabase()
  // Demo data are made in one transaction, before there is any other; PGlite has no others at all.
  if (url && !options.demo) checkLockOrder(db)
  const inFlight = new WorkInFlight(db)
  const manual = new ManualClock(new Date('2026-01-01T00:00:00Z'), inFlight.settled)
  const clock = options.realTime ? systemClock : manual
  const holds = new HeldSteps()
  const files = join(tmpdir(), `skerry-test-${randomId()}`)
  const platform = openTestPlatform({
    clock,
    ...(options.volumeStore && { volumeStore: options.volumeStore }),
    ...(options.hardware && { hardware: options.hardware }),
    ...(options.capabilities && { capabilities: options.capabilities }),
    ...(options.samples && { samples: options.samples }),
  })
  const plane = await createControlPlane(
    {
      db,
      clock,
      log: options.log ?? silent,
      platform,
      settings: options.settings ?? {},
      outbound: options.outbound ?? outbound(undefined, resolveNothing),
      saml: samlInThreads(),
      tls: openssl,
      archives: inFlight.countCalls(options.archives ?? new FileArchives(files, 0), ['write', 'remove']),
      updateArchives: options.updateArchives ?? new FileUpdateArchives(join(files, 'updates'), { keepFreeBytes: 0 }),
      hashing: inFlight.countCalls(hashingInThread(), ['hashes']),
      imageFetching: {
        outbound: outbound(undefined, resolveNothing, clock, undefined, {}),
        files: inFlight.countCalls(new DownloadFolder(join(files, 'downloads'), 0), ['hashes', 'remove']),
        unpack,
        catalog: imageCatalog(),
        maxBytes: 2 ** 30,
        ...options.imageFetching,
      },
      metrics: new PrometheusMetrics(new DatabaseUsage()),
      latencySamples: options.latencySamples ?? false,
      passwords: options.passwords ?? plainPasswords,
      ...(options.changes && url && { changes: new DatabaseChanges(url) }),
      ...(options.sagaLimits && { sagaLimits: options.sagaLimits }),
      ...(options.sagaDefinitions && { sagaDefinitions: options.sagaDefinitions }),
      async beforeStep(saga, step) {
        await holds.pass(`${saga}/${step}`)
        options.beforeStep?.(saga, step)
      },
    },
    readMigrations(),
  )
  await plane.bootstrap({ adminPassword: 'correct horse', demo: options.demo ?? false, demoPassword: 'demo password' })
  await plane.start()
  const time = new PassingTime(db, manual, plane.services.sagas, holds)
  const { id: siloId } = await db
    .selectFrom('silos')
    .select('id')
    .where('name', '=', 'default')
    .executeTakeFirstOrThrow()
  const admin = await db.selectFrom('users').select('id').where('external_id', '=', 'admin').executeTakeFirstOrThrow()

  const callerOf = (userId: string, credential: Record<string, string>): Caller => {
    const call: Caller['call'] = (operation, request) => time.during(send(plane, operation, request ?? {}, credential))
    return {
      userId,
      call,
      async ok(operation, request) {
        const answer = await call(operation, request)
        if (answer.status >= 400) throw new Error(`${operation}: ${answer.status} ${answer.body?.message}`)
        return answer.body
      },
    }
  }
  const signedIn = async (userId: string): Promise<Caller> => {
    const secret = randomId().replaceAll('-', '').padEnd(40, '0')
    await db
      .insertInto('access_tokens')
      .values({
        id: randomId(),
        token_hash: hashSecret(secret),
        user_id: userId,
        client_id: randomId(),
        time_created: clock.now(),
        time_expires: null,
      })
      .execute()
    return callerOf(userId, { authorization: `Bearer skerry-token-${secret}` })
  }

  return {
    plane,
    platform,
    db,
    databaseUrl: url,
    clock: manual,
    siloId,
    admin: await signedIn(admin.id),
    anonymous: callerOf('', {}),
    async user(roles = {}, silo = siloId) {
      const id = randomId()
      const now = clock.now()
      const name = `user-${id}`
      await db
        .insertInto('users')
        .values({
          id,
          silo_id: silo,
          external_id: name,
          password_hash: 'plain:secret',
          time_created: now,
          time_modified: now,
        })
        .execute()
      const assignments = [
        ...(roles.fleet ? [{ level: 'fleet' as const, resource_id: FLEET_ID, role: roles.fleet }] : []),
        ...(roles.silo ? [{ level: 'silo' as const, resource_id: silo, role: roles.silo }] : []),
        ...Object.entries(roles.projects ?? {}).map(([resource_id, role]) => ({
          level: 'project' as const,
          resource_id,
          role,
        })),
      ]
      for (const assignment of assignments)
        await db
          .insertInto('role_assignments')
          .values({ ...assignment, identity_type: 'silo_user', identity_id: id })
          .execute()
      return signedIn(id)
    },
    async session({ userId }) {
      return callerOf(userId, { cookie: `skerry-session=${await createSession(db, userId, clock.now())}` })
    },
    async group(members = [], silo = siloId) {
      const id = randomId()
      const now = clock.now()
      await db
        .insertInto('groups')
        .values({ id, silo_id: silo, external_id: `group-${id}`, time_created: now, time_modified: now })
        .execute()
      for (const { userId } of members)
        await db.insertInto('group_members').values({ group_id: id, user_id: userId }).execute()
      return id
    },
    async silo(name) {
      const id = randomId()
      const now = clock.now()
      await db
        .insertInto('silos')
        .values({
          id,
          name,
          description: '',
          discoverable: true,
          identity_mode: 'local_only',
          mapped_fleet_roles: '{}',
          device_token_max_ttl_seconds: null,
          time_created: now,
          time_modified: now,
        })
        .execute()
      await db
        .insertInto('quotas')
        .values({ silo_id: id, cpus: 1000, memory: 2 ** 44, storage: 2 ** 50 })
        .execute()
      return id
    },
    async settle(ms = 60_000) {
      const end = clock.now().getTime() + ms
      await plane.services.sagas.idle()
      while ((await plane.services.sagas.list()).length && clock.now().getTime() < end) {
        await manual.advance(100)
        await plane.services.sagas.idle()
      }
    },
    hold: (step, sagas = 1) => holds.add(step, sagas),
    async close() {
      holds.releaseAll()
      await plane.stop()
      await drop()
      await rm(files, { recursive: true, force: true })
    },
  }
}
