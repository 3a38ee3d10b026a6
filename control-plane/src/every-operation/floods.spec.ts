import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leastLargestTurn } from '../clock/largest-turn.ts'
import { made, newProject } from '../compute/instances/instance-fixtures.ts'
import { collectBundle } from '../fleet/support-bundles/bundle-fixtures.ts'
import { createSession } from '../identity/sessions/sessions.repo.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { listen, type Listener } from '../node/http/http.ts'
import { serveWebSockets } from '../node/http/web-sockets.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { newPublisher } from '../testing/update-repository.ts'
import type { Flood, FloodKind, Given } from './flood-clients.worker.ts'

/**
 * Floods each WebSocket and stream over real connections, and measures the turns of the event loop meanwhile. The
 * platforms' ends of consoles are flooded in `platform/conformance`.
 */

const MAX_TURN_MS = 50
const MiB = 2 ** 20
const STREAMS = 1000
const STREAMS_OF_USER = 20
const HEARTBEAT_MS = 25_000
const RECHECKED_MS = 330_000

/** Streams of which the simulator has none: real machines have displays. */
const NOT_HERE: OperationId = 'instance_graphical_console_stream'
/** Their bodies and answers are short, and in memory whole. */
const SHORT: readonly OperationId[] = [
  'login_saml',
  'device_auth_request',
  'device_access_token',
  'support_bundle_head',
  'support_bundle_head_file',
  'support_bundle_index',
]
const isStream = ({ websocket, bodyType, answer }: Operation) =>
  websocket || bodyType === 'application/octet-stream' || answer === 'default'

let server: TestServer
let listener: Listener
let webSockets: ReturnType<typeof serveWebSockets>
let worker: Worker
beforeAll(async () => {
  server = await startTestServer({ changes: true })
  listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', (...call) => server.plane.fetch(...call))
  webSockets = serveWebSockets(listener.server, (...call) => server.plane.fetch(...call))
  worker = new Worker(new URL('flood-clients.worker.ts', import.meta.url))
})
afterAll(async () => {
  await worker.terminate()
  await webSockets.close()
  await listener.close(0)
  await server.close()
})

async function flood<Kind extends FloodKind>(kind: Kind, given: Given<Kind>): Promise<unknown> {
  worker.postMessage({ kind, given })
  const [{ answer, problem }] = (await once(worker, 'message')) as [{ answer?: unknown; problem?: string }]
  if (problem) throw new Error(problem)
  return answer
}

/** The target of a user's requests, the admin's unless another is named. */
async function at(path: string, userId = server.admin.userId): Promise<Flood> {
  const cookie = `skerry-session=${await createSession(server.db, userId, server.clock.now())}`
  return { url: `http://127.0.0.1:${listener.port}${path}`, headers: { cookie } }
}

/** The longest turn in milliseconds of CPU time while this floods the server. */
const turnOf = (work: () => Promise<unknown>): Promise<number> => leastLargestTurn(MAX_TURN_MS, work)

const tested = new Set<string>([NOT_HERE])
const describeFloods = (id: OperationId, floods: () => void) => {
  tested.add(id)
  describe(`${id}`, () => {
    floods()
  })
}

describeFloods('instance_serial_console_stream', () => {
  let target: Flood
  beforeAll(async () => {
    const { id } = await made(server, await newProject(server))
    target = await at(`/v1/instances/${id}/serial-console/stream`)
  })

  test('output to 20 clients', async () => {
    expect(await turnOf(() => flood('output', { target, consoles: 20, last: 200_000 }))).toBeLessThan(MAX_TURN_MS)
  })
  test('Enter, held down in ten', async () => {
    expect(await turnOf(() => flood('input', { target, consoles: 10, frames: 2, bytes: 65_536 }))).toBeLessThan(
      MAX_TURN_MS,
    )
  })
  test('thousands of small frames', async () => {
    expect(await turnOf(() => flood('input', { target, consoles: 10, frames: 200, bytes: 1 }))).toBeLessThan(
      MAX_TURN_MS,
    )
  })
})

describeFloods('event_stream', () => {
  const kinds = ['disks', 'instances', 'external-ips', 'vpcs', 'snapshots']
  const projects = Array.from({ length: STREAMS }, randomId)
  let seen: string
  let last: string
  let [sent, beats] = [0, 0]

  /** Commits changes, and one more for the stream that was opened last: it is sent behind all others. */
  async function change(of: (i: number) => string, length = 1800) {
    const all = [...Array.from({ length }, (_, i) => of(i)), `ssh-keys user ${last}`]
    await sql`select pg_notify('skerry_changes', change) from unnest(${all}::text[]) as change`.execute(server.db)
    await flood('events', { text: '"ssh-keys"', times: ++sent })
  }
  const inProjects = (kind: string) => (i: number) => `${kind} project ${server.siloId} ${projects[i % STREAMS]}`

  beforeAll(async () => {
    seen = await newProject(server)
    const targets: Flood[] = []
    for (let i = 0; i < STREAMS; i += STREAMS_OF_USER) {
      const { userId } = await server.user({ projects: { [seen]: 'viewer' } })
      targets.push(...Array<Flood>(STREAMS_OF_USER).fill(await at('/v1/events', userId)))
    }
    ;({ userId: last } = await server.user())
    await flood('listen', { targets: [...targets, await at('/v1/events', last)] })
  })

  test('changes that a thousand clients see', async () => {
    expect(
      await turnOf(() => change((i) => `${kinds[i % kinds.length]} project ${server.siloId} ${seen}`)),
    ).toBeLessThan(MAX_TURN_MS)
  })
  test('changes in a thousand projects that none of them sees', async () => {
    expect(await turnOf(() => change(inProjects('disks')))).toBeLessThan(MAX_TURN_MS)
  })
  test('changes of rights', async () => {
    expect(await turnOf(() => change(inProjects('policies')))).toBeLessThan(MAX_TURN_MS)
  })
  test('a thousand heartbeats', async () => {
    expect(
      await turnOf(async () => {
        await server.clock.advance(HEARTBEAT_MS)
        await flood('heartbeats', { times: ++beats })
      }),
    ).toBeLessThan(MAX_TURN_MS)
  })
  test('all rights, read again', async () => {
    expect(
      await turnOf(async () => {
        await server.clock.advance(RECHECKED_MS)
        await change(() => '', 0)
      }),
    ).toBeLessThan(MAX_TURN_MS)
  })
})

describeFloods('audit_log_export', () => {
  beforeAll(() =>
    sql`
      insert into audit_log (id, time, request_id, operation, actor_id, source_address, target, status, detail)
      select gen_random_uuid(), date_trunc('second', now()) - i * interval '1 ms', gen_random_uuid(),
        'project_list', ${server.admin.userId}, '127.0.0.1', repeat('t', 200), 200, jsonb_build_object('text', repeat('d', 1000))
      from generate_series(1, 8000) i`.execute(server.db),
  )

  test.each(['csv', 'jsonl'])('four downloads of thousands of entries as %s', async (format) => {
    const target = await at(`/v1/system/audit-log-export?format=${format}`)
    expect(await turnOf(() => flood('download', { target, count: 4, least: 8 * MiB }))).toBeLessThan(MAX_TURN_MS)
  })
})

describe('support bundles', () => {
  let path: string
  beforeAll(async () => {
    const id = await collectBundle(server)
    await server.plane.services.archives.write(id, oneFile())
    path = `/experimental/v1/system/support-bundles/${id}/download`
  })

  describeFloods('support_bundle_download', () => {
    test('eight downloads', async () => {
      const target = await at(path)
      expect(await turnOf(() => flood('download', { target, count: 8, least: 10 * MiB }))).toBeLessThan(MAX_TURN_MS)
    })
  })

  describeFloods('support_bundle_download_file', () => {
    test('four downloads of a file that was compressed well', async () => {
      const target = await at(`${path}/file.txt`)
      expect(await turnOf(() => flood('download', { target, count: 4, least: 20 * MiB }))).toBeLessThan(MAX_TURN_MS)
    })
  })
})

describeFloods('system_update_put_repository', () => {
  let target: Flood
  beforeAll(async () => {
    await server.admin.ok('system_update_trust_root_create', { body: newPublisher().rootRole })
    const { url, headers } = await at('/v1/system/update/repository?file_name=a.zip')
    target = { url, headers: { ...headers, 'content-type': 'application/octet-stream' } }
  })

  test('large pieces', async () => {
    expect(await turnOf(() => flood('upload', { target, method: 'PUT', pieces: 500, bytes: 65_536 }))).toBeLessThan(
      MAX_TURN_MS,
    )
  })
  test('tiny pieces', async () => {
    expect(await turnOf(() => flood('upload', { target, method: 'PUT', pieces: 10_000, bytes: 1 }))).toBeLessThan(
      MAX_TURN_MS,
    )
  })
})

/** A file of 25 MiB, of which half is random and so compressed to no less. */
async function* oneFile() {
  yield { path: 'file.txt', content: content() }
}
async function* content() {
  for (let i = 0; i < 10; i++) {
    yield '0'.repeat(MiB)
    yield randomBytes(MiB).toString('latin1')
  }
}

test('each WebSocket and stream is flooded', () => {
  const streams = (Object.keys(operations) as OperationId[]).filter((id) => isStream(operations[id]))
  expect([...tested].toSorted()).toEqual(streams.filter((id) => !SHORT.includes(id)).toSorted())
})
