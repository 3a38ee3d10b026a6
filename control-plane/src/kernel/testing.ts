import { PGlite } from '@electric-sql/pglite'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import type { Operation } from '@skerry/contract/operation.ts'
import { Kysely, PGliteDialect, sql } from 'kysely'
import { openAsBlob } from 'node:fs'
import { type ControlPlane, createControlPlane } from '../control-plane.ts'
import { Simulator } from '../platform/simulator/simulator.ts'
import { MemoryVolumeStore } from '../platform/simulator/memory-volume-store.ts'
import type { VolumeStore } from '../platform/simulator/volume-store.ts'
import { ManualClock, systemClock } from '../clock/clock.ts'
import { type Db, NO_LIMITS, openDatabase } from './database.ts'
import { type Log, silent } from './log.ts'
import type { Sagas } from './saga.ts'
import { readMigrations } from '../node/migrations.ts'
import { PrometheusMetrics } from '../node/prometheus.ts'
import { DatabaseUsage } from './telemetry.ts'
import type { Passwords } from './secrets.ts'
import { hashSecret } from './secrets.ts'
import type { Tables } from './tables.ts'
import type { Role } from '@skerry/contract/rules/roles.ts'
import { FLEET_ID, randomId } from './uuid.ts'

/**
 * The harness of the API's tests: the whole control plane over a database of its own, PGlite unless
 * SKERRY_TEST_DATABASE_URL names a PostgreSQL, the simulator, and a clock that the test turns.
 */

/** A new, empty database, and how to be rid of it. */
async function testDatabase(): Promise<{ db: Db; drop(): Promise<void> }> {
  const url = process.env['SKERRY_TEST_DATABASE_URL']
  if (!url) {
    const template = process.env['SKERRY_TEST_PGLITE']
    const pglite = await PGlite.create(template ? { loadDataDir: await openAsBlob(template) } : {})
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
    // Closing the control plane closes it, and it is gone with that.
    return { db, drop: async () => {} }
  }
  const admin = openDatabase({ url, max: 1, limits: NO_LIMITS })
  const name = `test_${randomId().replaceAll('-', '')}`
  await sql`create database ${sql.id(name)}`.execute(admin)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    db: openDatabase({ url: own.href, max: 8, limits: NO_LIMITS }),
    async drop() {
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
      await admin.destroy()
    },
  }
}

/** Passwords in the clear: argon2id takes half a second by design, and has a test of its own. */
const plainPasswords: Passwords = {
  hash: async (password) => `plain:${password}`,
  verify: async (hash, password) => hash === `plain:${password}`,
}

export interface Answer {
  status: number
  headers: Headers
  // Tests read answers of every shape; each asserts what it reads.
  // eslint-disable-next-line typescript/no-explicit-any
  body: any
}
type Values = Record<string, string | number | boolean | undefined>
export interface Request_ {
  path?: Values
  query?: Values
  body?: unknown
  headers?: Record<string, string>
}

export interface Caller {
  userId: string
  /** Calls an operation of the contract by its id and answers whatever came back. */
  call(operation: OperationId, request?: Request_): Promise<Answer>
  /** The same, for what has to work: a failure throws with the answer's message. */
  ok(operation: OperationId, request?: Request_): Promise<Answer['body']>
}

export interface Roles {
  fleet?: Role
  silo?: Role
  /** Role by project id. */
  projects?: Record<string, Role>
}

export interface House {
  plane: ControlPlane
  db: Db
  clock: ManualClock
  siloId: string
  /** Admin of the default silo and, by its mapping, of the fleet. */
  admin: Caller
  /** Nobody: no credential at all. */
  stranger: Caller
  /** A new user of a silo (the default one unless named) with these roles, signed in by a token. */
  user(roles?: Roles, siloId?: string): Promise<Caller>
  /** Another silo, with quotas to spare. */
  silo(name: string): Promise<string>
  /** Turns the clock until nothing is under way any more, at most `ms` milliseconds of its time. */
  settle(ms?: number): Promise<void>
  /**
   * Holds the next saga that comes to this step, `disk-create/volume`, before it. Time stands still for requests that
   * wait for held sagas alone.
   */
  hold(step: string): HeldStep
  close(): Promise<void>
}

export interface HeldStep {
  /** Resolves once a saga has come there. */
  reached: Promise<void>
  release(): void
}

/** Steps that tests hold, by saga and step. */
class Holds {
  readonly #waiting = new Map<string, { reach(): void; released: Promise<void> }>()
  readonly #releases = new Set<() => void>()
  /** Sagas that are held at this moment. */
  count = 0

  add(step: string): HeldStep {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const release = () => {
      this.#releases.delete(release)
      this.#waiting.delete(step)
      resolve()
    }
    this.#releases.add(release)
    this.#waiting.set(step, { reach, released })
    return { reached, release }
  }

  async pass(step: string): Promise<void> {
    const hold = this.#waiting.get(step)
    if (!hold) return
    this.#waiting.delete(step)
    this.count++
    hold.reach()
    await hold.released
    this.count--
  }

  releaseAll(): void {
    for (const release of this.#releases) release()
  }
}

/** Turns the clock while requests wait for sagas and have nothing else to do: what they wait for takes time. */
class PassingTime {
  readonly #clock: ManualClock
  readonly #sagas: Sagas
  readonly #holds: Holds
  #pending = 0
  #turning = false

  constructor(clock: ManualClock, sagas: Sagas, holds: Holds) {
    this.#clock = clock
    this.#sagas = sagas
    this.#holds = holds
  }

  async during<T>(request: Promise<T>): Promise<T> {
    this.#pending++
    if (!this.#turning) void this.#turn()
    try {
      return await request
    } finally {
      this.#pending--
    }
  }

  async #turn(): Promise<void> {
    this.#turning = true
    while (this.#pending) {
      await this.#sagas.idle()
      if (this.#pending === this.#sagas.waiting && !(await this.#onlyHeld())) await this.#clock.advance(10)
      else await new Promise((resolve) => setTimeout(resolve, 0))
    }
    this.#turning = false
  }

  async #onlyHeld(): Promise<boolean> {
    return this.#holds.count > 0 && (await this.#sagas.list()).length <= this.#holds.count
  }
}

export const ORIGIN = 'http://skerry.test'

/** Builds a house. Each test file has its own; `close` when done. */
export async function openHouse(
  options: {
    log?: Log
    beforeStep?: (saga: string, step: string) => void
    volumeStore?: VolumeStore
    demo?: boolean
    /** Runs by the real time instead of `house.clock`. */
    realTime?: boolean
  } = {},
): Promise<House> {
  const { db, drop } = await testDatabase()
  const manual = new ManualClock(new Date('2026-01-01T00:00:00Z'))
  const clock = options.realTime ? systemClock : manual
  const holds = new Holds()
  const platform = new Simulator({ clock, volumeStore: options.volumeStore ?? new MemoryVolumeStore() })
  const plane = await createControlPlane(
    {
      db,
      clock,
      log: options.log ?? silent,
      platform,
      faults: platform.faults,
      metrics: new PrometheusMetrics(new DatabaseUsage()),
      passwords: plainPasswords,
      async beforeStep(saga, step) {
        await holds.pass(`${saga}/${step}`)
        options.beforeStep?.(saga, step)
      },
    },
    readMigrations(),
  )
  await plane.bootstrap({ adminPassword: 'correct horse', demo: options.demo ?? false, demoPassword: 'demo password' })
  await plane.start()
  const time = new PassingTime(manual, plane.services.sagas, holds)
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
    db,
    clock: manual,
    siloId,
    admin: await signedIn(admin.id),
    stranger: callerOf('', {}),
    async user(roles = {}, silo = siloId) {
      const id = randomId()
      const now = clock.now()
      const name = `user-${id.slice(0, 8)}`
      await db
        .insertInto('users')
        .values({ id, silo_id: silo, external_id: name, password_hash: null, time_created: now, time_modified: now })
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
    hold: (step) => holds.add(step),
    async close() {
      holds.releaseAll()
      await plane.stop()
      await drop()
    },
  }
}

async function send(
  plane: ControlPlane,
  id: OperationId,
  request: Request_,
  credential: Record<string, string>,
): Promise<Answer> {
  const operation: Operation = operations[id]
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.path?.[name])),
  )
  const url = new URL(path, ORIGIN)
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  const form = operation.bodyType === 'application/x-www-form-urlencoded'
  const body =
    request.body === undefined || typeof request.body === 'string' || request.body instanceof Uint8Array
      ? request.body
      : form
        ? new URLSearchParams(request.body as Record<string, string>).toString()
        : JSON.stringify(request.body)
  const answer = await plane.fetch(
    new Request(url, {
      method: operation.method.toUpperCase(),
      headers: { 'content-type': operation.bodyType ?? 'application/json', ...credential, ...request.headers },
      ...(body !== undefined && { body: body as string | Uint8Array<ArrayBuffer> }),
    }),
    { remoteAddress: '192.0.2.1' },
  )
  const text = await answer.text()
  const json = answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, headers: answer.headers, body: json && text ? JSON.parse(text) : text }
}
