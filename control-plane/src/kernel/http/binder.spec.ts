import { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSession } from '../../identity/sessions/sessions.repo.ts'
import { ORIGIN, PEER, type Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import type { DatabaseGuard } from '../database/database-watch.ts'
import type { LogFields } from '../telemetry/log.ts'
import { bind, type Env, type HandlerTable, refuse } from './binder.ts'
import { busy, unavailable } from './errors.ts'

let server: TestServer
let owner: Caller
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.user({ silo: 'collaborator' })
})
afterAll(() => server.close())

const send = (path: string, init?: RequestInit) => server.plane.fetch(new Request(new URL(path, ORIGIN), init), PEER)

describe('before a handler runs', () => {
  it('gives every answer a request id, and an error the same one', async () => {
    const answer = await server.anonymous.call('project_list')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.body).toEqual({
      request_id: answer.headers.get('x-request-id'),
      error_code: 'Unauthorized',
      message: 'credentials missing or invalid',
    })
    const good = await owner.call('project_list')
    expect(good.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    for (const { headers } of [answer, good]) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('answers an unknown path with 404 and a wrong method with 405, without a code', async () => {
    const missing = await send('/v1/nothing')
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ message: 'Not Found' })
    const method = await send('/v1/projects/web', { method: 'PATCH' })
    expect(method.status).toBe(405)
    const body = (await method.json()) as object
    expect(body).toMatchObject({ message: 'Method Not Allowed' })
    expect(body).not.toHaveProperty('error_code')
  })

  it.each(['/v1/projects/', '/v1//projects', '//v1/projects//', '/v1/projects//missing/'])(
    'drops empty segments of a path: %s',
    async (path) => {
      expect((await send(`${ORIGIN}${path}`)).status).toBe(401)
    },
  )

  it('answers 401 without a credential, whatever is wrong with the request', async () => {
    expect((await server.anonymous.call('project_list', { query: { limit: 0 } })).status).toBe(401)
    expect((await server.anonymous.call('project_create', { body: 'no json' })).status).toBe(401)
  })

  it.each([
    ['nothing', '', 'unable to parse JSON body: the body is empty at line 1 column 1'],
    ['no JSON', '{"name":', /^unable to parse JSON body: (.+) at line 1 column 9$/],
    ['a missing field', '{"name":"web"}', /^unable to parse JSON body: description: (.+) at line 1 column 1$/],
    ['a wrong type', '{"name":5,"description":""}', /^unable to parse JSON body: name: (.+) at line 1 column 9$/],
    [
      'a name that breaks a rule',
      '{\n  "name": "Web",\n  "description": ""\n}',
      'unable to parse JSON body: name: can only contain lower-case letters, digits and hyphens at line 2 column 11',
    ],
    [
      'a NUL character',
      '{"name":"web","description":"a\\u0000b"}',
      /^unable to parse JSON body: description: must not contain NUL (.+) at line 1 column 29$/,
    ],
    ['half a surrogate pair', '{"name":"web","description":"\\uD800"}', /description: (.+) at line 1 column 29$/],
    ['a line break that is cited', 'nul\nl', /^unable to parse JSON body: (.+) at line 1 column 1$/],
    [
      'a deep one',
      '['.repeat(200_000),
      'unable to parse JSON body: nested deeper than 128 levels at line 1 column 129',
    ],
    ['an array', '[]', /^unable to parse JSON body: (.+) at line 1 column 1$/],
  ])('refuses a body of %s, saying where', async (_, body, message) => {
    const answer = await owner.call('project_create', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(message)
    expect(answer.body).not.toHaveProperty('error_code')
  })

  it.each([
    ['an empty name', ''],
    ['a name of 64', 'a'.repeat(64)],
    ['a leading digit', '1web'],
    ['a trailing hyphen', 'web-'],
    ['an underscore', 'web_1'],
    ['a UUID', 'a0000000-0000-4000-8000-000000000000'],
  ])('refuses %s', async (_, name) => {
    const answer = await owner.call('project_create', { body: { name, description: '' } })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/^unable to parse JSON body: name: /)
  })

  it('ignores unknown fields and query parameters, and parameters of the content type', async () => {
    const answer = await owner.call('project_create', {
      query: { colour: 'blue' },
      body: { name: 'unknown-fields', description: '', colour: 'blue' },
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(answer.status).toBe(201)
  })

  it('refuses another content type', async () => {
    const answer = await owner.call('project_create', {
      body: { name: 'typed', description: '' },
      headers: { 'content-type': 'text/plain' },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('expected content type "application/json", got "text/plain"')
  })

  it.each<Record<string, string>>([{}, { 'content-length': '31' }])(
    'refuses a body that is no UTF-8, with headers %o',
    async (headers) => {
      const body = Buffer.from('{"name":"web","description":"\xff"}', 'latin1')
      const answer = await owner.call('project_create', { body, headers })
      expect(answer).toMatchObject({ status: 400, body: { message: 'request body is not valid UTF-8' } })
    },
  )

  it('refuses a large sign-in before it reads it', async () => {
    const body = JSON.stringify({ username: 'admin', password: 'x'.repeat(64 * 1024) })
    const answer = await server.anonymous.call('login_local', { path: { silo_name: 'default' }, body })
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'request body exceeded maximum size of 16384 bytes' },
    })
  })

  it('refuses a body over the limit, announced or not', async () => {
    const body = JSON.stringify({ name: 'big', description: 'x'.repeat(2 ** 20) })
    const message = 'request body exceeded maximum size of 1048576 bytes'
    const whole = await owner.call('project_create', { body })
    expect(whole).toMatchObject({ status: 400, body: { message } })
    const announced = await owner.call('project_create', { body, headers: { 'content-length': String(body.length) } })
    expect(announced).toMatchObject({ status: 400, body: { message } })
  })

  it.each([
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', 'ten'],
    ['limit', '99999999999999999999'],
    ['sort_by', 'colour'],
    ['page_token', 'forged'],
  ])('refuses a query with %s=%s', async (name, value) => {
    const answer = await owner.call('project_list', { query: { [name]: value } })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/^unable to parse query string: /)
    expect(answer.body).not.toHaveProperty('error_code')
  })

  it('refuses a path parameter that is neither name nor id', async () => {
    const answer = await owner.call('project_view', { path: { project: 'No_Name' } })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/^bad parameter in URL path: project: /)
  })

  it('lowers a limit over the maximum silently', async () => {
    expect((await owner.call('project_list', { query: { limit: 4_000_000_000 } })).status).toBe(200)
  })

  it('answers 501 for unimplemented operations to signed-in users', async () => {
    const bare = new Hono<Env>()
    bind(bare, server.plane.services, {})
    const body = { username: 'admin', password: 'correct horse' }
    const signIn = await server.anonymous.call('login_local', { path: { silo_name: 'default' }, body })
    const cookie = signIn.headers.get('set-cookie')!.split(';')[0]!
    expect((await bare.request('/v1/me', {}, PEER)).status).toBe(401)
    expect((await bare.request('/v1/me', { headers: { cookie } }, PEER)).status).toBe(501)
  })

  it('cancels the body of an answer that is not sent: to HEAD, and after a 503', async () => {
    const cancel = vi.fn<() => void>()
    const answered = Promise.withResolvers<void>()
    const handlers: HandlerTable = {
      audit_log_export(call) {
        call.access.onFleet()
        return answered.promise.then(() => new Response(new ReadableStream({ cancel })))
      },
    }
    const session = await createSession(server.db, server.admin.userId, server.clock.now())
    const headers = { cookie: `skerry-session=${session}` }
    const path = '/v1/system/audit-log-export'
    const late = new Hono<Env>()
    const databaseGuard: DatabaseGuard = {
      guard(work) {
        void work()
        return Promise.reject(unavailable('the database hangs'))
      },
    }
    bind(late, { ...server.plane.services, databaseGuard }, handlers)
    expect((await late.request(path, { headers }, PEER)).status).toBe(503)
    answered.resolve()
    await expect.poll(() => cancel.mock.calls.length).toBe(1)
    const app = new Hono<Env>()
    bind(app, server.plane.services, handlers)
    expect((await app.request(path, { headers, method: 'HEAD' }, PEER)).status).toBe(200)
    expect(cancel).toHaveBeenCalledTimes(2)
    await app.request(path, { headers }, PEER)
    expect(cancel).toHaveBeenCalledTimes(2)
  })
})

describe('a transaction that conflicts with another', () => {
  const overtake = async (times: number) => {
    for (const statement of [
      'create sequence overtaken',
      `create function overtake() returns trigger language plpgsql as $$ begin
        if nextval('overtaken') <= ${times} then raise foreign_key_violation; end if; return new;
      end $$`,
      'create trigger overtaken before insert on projects for each row execute function overtake()',
    ])
      await sql.raw(statement).execute(server.db)
  }
  afterEach(async () => {
    await sql.raw('drop function overtake cascade').execute(server.db)
    await sql.raw('drop sequence overtaken').execute(server.db)
  })
  const create = () => owner.call('project_create', { body: { name: 'overtaken', description: '' } })

  it('is retried', async () => {
    await overtake(1)
    expect((await create()).status).toBe(201)
  })

  it('fails after conflicts in every attempt, without revealing the reason', async () => {
    await overtake(100)
    expect((await create()).body).toMatchObject({ error_code: 'Internal', message: 'Internal Server Error' })
  })
})

describe('the log', () => {
  const lines: { level: string; fields: LogFields }[] = []
  let logged: TestServer
  beforeAll(async () => {
    logged = await startTestServer({ log: (level, _message, fields = {}) => lines.push({ level, fields }) })
  })
  afterAll(() => logged.close())

  it('has an error with its cause for server failures, and none for refusals', async () => {
    await logged.db.updateTable('quotas').set({ storage: 0 }).execute()
    const { id } = await logged.admin.ok('project_create', { body: { name: 'small', description: '' } })
    const disk = { name: 'd', description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
    expect((await logged.admin.call('disk_create', { query: { project: id }, body: disk })).status).toBe(507)
    await sql`drop table affinity_groups cascade`.execute(logged.db)
    expect((await logged.admin.call('affinity_group_list', { query: { project: id } })).status).toBe(500)
    const levels = lines.map(({ level, fields }) => [fields.operation, fields.status, level])
    expect(levels).toContainEqual(['disk_create', 507, 'info'])
    expect(levels).toContainEqual(['affinity_group_list', 500, 'error'])
    expect(lines.find(({ fields }) => fields.status === 500)?.fields.error).toBeInstanceOf(Error)
  })
})

it('logs the refusal of a full queue as a warning with its reason, without a stack', () => {
  const lines: unknown[][] = []
  refuse((...line) => lines.push(line), new Request('http://localhost/v1/ping'), busy('too many requests are waiting'))
  const fields = { request_id: expect.any(String), method: 'GET', path: '/v1/ping', status: 503 }
  expect(lines).toEqual([['warn', 'request failed', { ...fields, reason: 'too many requests are waiting' }]])
})
