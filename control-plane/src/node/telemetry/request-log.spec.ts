import { openSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '../../identity/sessions/sessions.repo.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { FileVolumeStore } from '../folder/volume-store.ts'
import { listen, type Listener } from '../http/http.ts'
import { scratchFolder } from '../testing/server.ts'
import { jsonLog } from './log.ts'
import { RecentLines } from './recent-lines.ts'

const SECRET = 'the words of a user'
const lines = new RecentLines()
const log = jsonLog('debug', openSync('/dev/null', 'w'), lines)
let folder: ReturnType<typeof scratchFolder>
let server: TestServer
let listener: Listener
let cookie: string
let siloId: string

beforeAll(async () => {
  folder = scratchFolder()
  server = await startTestServer({
    log,
    // More than any file system has free.
    volumeStore: new FileVolumeStore(join(folder.path, 'volumes'), Number.POSITIVE_INFINITY),
    beforeStep: (saga, step) => server.platform.faults.beforeSagaStep(saga, step),
    realTime: true,
  })
  siloId = server.siloId
  listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', (...call) => server.plane.fetch(...call))
  cookie = `skerry-session=${await createSession(server.db, server.admin.userId, new Date())}`
  await server.admin.ok('project_create', { body: { name: 'p', description: '' } })
})
afterAll(async () => {
  await listener.close(0)
  await server.close()
  folder[Symbol.dispose]()
})

async function post(path: string, body: object) {
  const answer = await fetch(`http://127.0.0.1:${listener.port}${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text(), id: answer.headers.get('x-request-id') }
}

const newDisk = (name: string, disk_source: object) =>
  ['/v1/disks?project=p', { name, description: '', size: GIB, disk_source }] as const

/** Lines of the log that an operator finds by the request id of an answer. */
const linesOf = (answer: { text: string }): unknown[] => {
  const { request_id } = JSON.parse(answer.text) as { request_id: string }
  return lines
    .all()
    .filter((line) => line.includes(request_id))
    .map((line) => JSON.parse(line) as unknown)
}

test('an unexpected failure: the log alone has the error, without the words of the user', async () => {
  await sql.raw(`alter table projects add constraint no_secret check (description <> '${SECRET}')`).execute(server.db)
  const answer = await post('/v1/projects', { name: 'web', description: SECRET })
  expect(answer).toMatchObject({ status: 500, text: expect.stringContaining('"message":"Internal Server Error"') })
  expect(answer.text).not.toContain('no_secret')
  expect(linesOf(answer)).toEqual([
    {
      level: 'error',
      time: expect.any(String),
      message: 'request failed',
      request_id: answer.id,
      operation: 'project_create',
      actor_id: server.admin.userId,
      silo_id: siloId,
      status: 500,
      ms: expect.any(Number),
      error: expect.objectContaining({
        message: expect.stringContaining('no_secret'),
        code: '23514',
        stack: expect.stringContaining('projects'),
      }),
    },
  ])
  expect(lines.all().join('')).not.toContain(SECRET)
})

test('a failure of the platform: the log alone has what the platform has said', async () => {
  await post(...newDisk('imported', { type: 'importing_blocks', block_size: 512 }))
  expect((await post('/v1/disks/imported/bulk-write-start?project=p', {})).status).toBe(204)
  const block = { offset: 0, base64_encoded_data: Buffer.alloc(512, 1).toString('base64') }
  const answer = await post('/v1/disks/imported/bulk-write?project=p', block)
  expect(answer).toMatchObject({ status: 507, text: expect.stringContaining('free some and send the block again') })
  expect(answer.text).not.toContain('for volumes')
  expect(linesOf(answer)).toMatchObject([
    {
      level: 'warn',
      message: 'request failed',
      operation: 'disk_bulk_write_import',
      status: 507,
      error: { kind: 'no-space', message: 'No space is left for volumes' },
    },
  ])
})

test('a step of a saga that the request started: its lines have the request id too', async () => {
  const { faults } = server.platform
  faults.inject({ kind: 'saga_step_fail', target: 'disk-create/volume' })
  const answer = await post(...newDisk('failing', { type: 'blank', block_size: 512 }))
  expect(answer).toMatchObject({ status: 500, text: expect.stringContaining('"message":"Internal Server Error"') })
  expect(answer.text).not.toContain('by request')
  const error = expect.objectContaining({ message: 'Step volume fails by request' })
  const ofSaga = { saga: 'disk-create', saga_id: expect.any(String) }
  const found = linesOf(answer)
  expect(found).toContainEqual(
    expect.objectContaining({ level: 'warn', message: 'saga step failed', ...ofSaga, step: 'volume', error }),
  )
  const reason = 'Step volume fails by request'
  expect(found).toContainEqual(expect.objectContaining({ level: 'error', message: 'request failed', reason }))
})

test('an error has its chain of causes, even one that is its own cause', () => {
  const inner = new Error('no such file')
  inner.cause = inner
  log('error', 'cannot start', { error: new Error('outer', { cause: new AggregateError([inner], 'all failed') }) })
  expect(JSON.parse(lines.all().at(-1)!)).toMatchObject({
    message: 'cannot start',
    error: { message: 'outer', cause: { type: 'AggregateError', message: 'all failed', errors: [{ cause: {} }] } },
  })
})
