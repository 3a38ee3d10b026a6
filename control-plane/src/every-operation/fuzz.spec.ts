import { ErrorBody } from '@skerry/contract/errors.ts'
import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { parseJson } from '@skerry/contract/rules/json.ts'
import fc, { type GeneratorValue } from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { handlers } from '../handlers.ts'
import type { Answer, Request_ } from '../testing/caller.ts'
import { SEED } from '../testing/seed.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { makeEverything } from './everything.ts'
import { bodyText, oddTexts, spoiled, valuesOf } from './fuzz-values.ts'
import { Requests } from './requests.ts'

/**
 * Sends each operation requests that are nearly valid, with every permission. Each is answered in time, as the contract
 * describes, and never with a server error. `SKERRY_FUZZ_RUNS` sets the number of requests per operation,
 * `SKERRY_FUZZ_SEED` the seed.
 */

const RUNS = Number(process.env.SKERRY_FUZZ_RUNS ?? 12)
/** Real time; generous, since other tests run at the same time. */
const IN_TIME_MS = 30_000
/** The most CPU time of one request. */
const MAX_CPU_MS = 2000
const OAuthError = z.object({ error: z.string(), error_description: z.string().optional() })

const tableOf = (id: OperationId): Operation => operations[id]
/** Deletions come last, since they remove the resources that other requests need. */
const built = (Object.keys(handlers) as OperationId[]).toSorted(
  (a, b) => Number(tableOf(a).method === 'delete') - Number(tableOf(b).method === 'delete'),
)

interface World {
  server: TestServer
  requests: Requests
  /** Ids and names of existing resources. */
  known: string[]
  project: string
  roles: string
  tokens: string[]
}

let world: World
/** The operations that succeeded at least once. */
const granted = new Set<OperationId>()
/** Errors with a cause: unexpected failures of the server. */
const faults: unknown[] = []

async function makeWorld(): Promise<World> {
  const server = await startTestServer({
    log: (level, _event, { error } = {}) => void (level === 'error' && faults.push(error)),
  })
  const everything = await makeEverything(server, server.admin)
  const requests = new Requests(everything)
  const tokens: string[] = []
  for (const id of built.filter((each) => tableOf(each).paginated)) {
    const request = requests.byId(id)
    const { body } = await server.admin.call(id, { ...request, query: { ...request.query, limit: 1 } })
    if (body.next_page) tokens.push(body.next_page)
  }
  const known = [...new Set([...Object.values(everything.ids), ...Object.values(everything.names)])]
  return { server, requests, known, project: everything.project.id, roles: await rolesIn(server), tokens }
}

/** All role assignments: requests may remove the caller's own, and every later request would then be refused. */
async function rolesIn({ db, siloId }: TestServer): Promise<string> {
  const columns = ['level', 'resource_id', 'identity_id', 'role'] as const
  const roles = await db
    .selectFrom('role_assignments')
    .select(columns)
    .orderBy('identity_id')
    .orderBy('level')
    .execute()
  const silo = await db.selectFrom('silos').select('mapped_fleet_roles').where('id', '=', siloId).executeTakeFirst()
  return JSON.stringify([roles, silo])
}

/** Whether the callers still have all roles and the project still exists. */
async function isWhole({ server, project, roles }: World): Promise<boolean> {
  const { status } = await server.admin.call('project_view', { path: { project } })
  return status === 200 && (await rolesIn(server)) === roles
}

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.server.close())

/** A value as text in a path, as browsers encode it or unencoded. */
const inPath = (gen: GeneratorValue, text: string) =>
  // An empty segment or dots would make it the path of another operation.
  /^\.{0,2}$/.test(text) || gen(fc.nat, { max: 20 }) === 0
    ? gen(fc.constantFrom, '%', '%zz', '%ED%A0%80', '%00', '%2f')
    : encode(text)
const encode = (text: string) => encodeURIComponent(text.toWellFormed())

/** @param odd whether it may differ from the base request */
function addressOf(gen: GeneratorValue, id: OperationId, base: Request_, odd: boolean): string {
  const { path, query } = tableOf(id)
  const { known, tokens } = world
  const values: Record<string, unknown> = { ...base.path }
  const anyText = () => gen(fc.constantFrom, ...known, ...oddTexts)
  const names = Object.keys(values)
  if (odd && names.length > 0 && gen(fc.nat, { max: 2 }) === 0) values[gen(fc.constantFrom, ...names)] = anyText()
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    odd ? inPath(gen, String(values[name])) : encode(String(values[name])),
  )
  const pairs: [string, string][] = Object.entries(base.query ?? {}).map(([name, value]) => [name, String(value)])
  for (const [name, field] of Object.entries(query?.shape ?? {})) {
    if (!odd || gen(fc.nat, { max: 2 }) > 0) continue
    const token = () => {
      const whole = gen(fc.constantFrom, ...tokens)
      return gen(fc.boolean)
        ? whole
        : whole.slice(0, gen(fc.nat, { max: whole.length })) + gen(fc.constantFrom, '', 'A', '=')
    }
    const fitting = () => gen(() => valuesOf(field as z.ZodType, known))
    const value = gen(fc.nat, { max: 2 }) === 0 ? anyText() : name === 'page_token' ? token() : fitting()
    if (value !== undefined) pairs.push([name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
  }
  const search = pairs
    // Replaces an earlier value, or repeats the parameter.
    .filter(([name], at) => gen(fc.boolean) || !pairs.slice(at + 1).some(([later]) => later === name))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return `${filled}?${search.join('&')}`
}

function bodyOf(gen: GeneratorValue, id: OperationId, base: Request_, odd: boolean): string | Uint8Array | undefined {
  const { body, bodyType } = tableOf(id)
  if (!body) return undefined
  if (bodyType === 'application/octet-stream') return gen(fc.uint8Array, { maxLength: 100 })
  const fitting = gen(() => valuesOf(body, world.known))
  const whole = base.body && gen(fc.boolean) ? base.body : fitting
  const value = odd ? spoiled(gen, whole) : whole
  if (bodyType !== 'application/x-www-form-urlencoded') return odd ? bodyText(gen, value) : JSON.stringify(value)
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return fields.map(([name, field]) => `${encode(name)}=${encode(String(field))}`).join('&')
}

const requestsOf = (id: OperationId, base: Request_) =>
  fc.gen().map((gen): Request_ => {
    const odd = gen(fc.constantFrom, 'address', 'body', 'both', 'neither')
    const body = bodyOf(gen, id, base, odd === 'body' || odd === 'both')
    const address = addressOf(gen, id, base, odd === 'address' || odd === 'both')
    return { address, ...(body !== undefined && { body }) }
  })

/** Describes what is wrong with an answer. */
function problemOf(id: OperationId, { status, body }: Answer): string | undefined {
  const { answer, errors, method } = tableOf(id)
  // 507 (no capacity) and 503 for a temporary state are expected.
  if (status >= 500 && status !== 503 && status !== 507) return `answered ${status}`
  if (method === 'head') return undefined
  const schema = status >= 400 ? (errors === 'oauth' ? OAuthError : ErrorBody) : answer !== 'default' && answer[1]
  if (!schema || status === 304) return undefined
  const found = schema.safeParse(typeof body === 'string' ? body : parseJson(JSON.stringify(body)))
  return found.success ? undefined : `answered ${status} in another form: ${found.error.message.slice(0, 300)}`
}

const late = Symbol('late')

async function ask(id: OperationId, request: Request_): Promise<string | undefined> {
  const before = process.cpuUsage()
  const { promise, resolve } = Promise.withResolvers<typeof late>()
  const timer = setTimeout(() => resolve(late), IN_TIME_MS)
  const answer = await Promise.race([world.server.admin.call(id, request), promise]).catch((error: unknown) => {
    throw new Error(`${id} broke off`, { cause: error })
  })
  clearTimeout(timer)
  if (answer === late) return 'was not answered in time'
  const { user, system } = process.cpuUsage(before)
  if (user + system > MAX_CPU_MS * 1000) return `took ${(user + system) / 1000} ms of the processor`
  if (answer.status < 300) granted.add(id)
  const problem = problemOf(id, answer)
  // A failure after an answer is reported with the next one.
  const [fault] = faults.splice(0)
  return fault === undefined ? problem : `${problem ?? answer.status}: ${String(fault)}`
}

const shown = ({ address = '', body }: Request_) => `${address.slice(0, 400)} ${String(body ?? '').slice(0, 600)}`

it(
  'answers every operation, whatever is asked of it',
  async () => {
    const problems: string[] = []
    for (const [at, id] of built.entries()) {
      if (!(await isWhole(world))) {
        await world.server.close()
        world = await makeWorld()
      }
      const base = world.requests.byId(id)
      for (const request of fc.sample(requestsOf(id, base), { seed: SEED + at, numRuns: RUNS })) {
        const problem = await ask(id, request)
        if (problem) problems.push(`${id} ${problem}\n  ${shown(request)}`)
      }
    }
    expect(problems.join('\n\n')).toBe('')
    // Recreates the resources; otherwise most requests would get 404.
    expect(granted.size).toBeGreaterThan(built.length * 0.6)
  },
  180_000 + RUNS * 60_000,
)
