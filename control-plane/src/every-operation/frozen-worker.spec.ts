import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDetachedDisk, create, newProject } from '../compute/instances/instance-fixtures.ts'
import { PlatformError } from '../platform/interface/platform-error.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import type { Answer, Request } from './frozen-worker.worker.ts'
import { platformDifferences } from './platform-differences.ts'

const LIMIT_MS = 120_000
const NO_SLOTS = { all: 0, ofSilo: 0, ofProject: 0 }

let server: TestServer
const workers: ChildProcess[] = []
beforeAll(async () => {
  // It runs no sagas itself.
  server = await startTestServer({ realTime: true, sagaLimits: { slots: { short: NO_SLOTS, slow: NO_SLOTS } } })
})
afterEach(() => workers.splice(0).forEach((worker) => worker.kill('SIGKILL')))
afterAll(() => server.close())

async function answerTo({ id, path, values }: Request): Promise<Answer> {
  type Part = { [name: string]: Part } & ((...values: unknown[]) => Promise<unknown>)
  const name = path.at(-1)!
  const part = path.slice(0, -1).reduce((whole, one) => whole[one]!, server.platform as unknown as Part)
  try {
    return { id, result: await part[name]!(...values) }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    return { id, error: { kind: error.kind, message: error.message } }
  }
}

/** Starts a process that runs sagas. `answers` has what the platform answered it, by the name of the call. */
function startWorker(freezeBefore = '') {
  const script = new URL('./frozen-worker.worker.ts', import.meta.url).pathname
  const worker = fork(script, [server.databaseUrl!, freezeBefore], { serialization: 'advanced' })
  workers.push(worker)
  const answers: Record<string, Answer> = {}
  worker.on('message', async (request: Request) => {
    const answer = await answerTo(request)
    answers[request.path.join('.')] = answer
    worker.send(answer)
  })
  const isFrozen = async () => (await readFile(`/proc/${worker.pid}/stat`, 'utf8')).split(') ').at(-1)?.startsWith('T')
  return {
    answers,
    frozen: () => expect.poll(isFrozen, { timeout: LIMIT_MS }).toBe(true),
    thaw: () => worker.kill('SIGCONT'),
  }
}

const stateOf = async (id: string) =>
  (await server.admin.ok('instance_view', { path: { instance: id } })).run_state as string
const becomes = (id: string, state: string) => expect.poll(() => stateOf(id), { timeout: LIMIT_MS }).toBe(state)
const ask = (operation: 'instance_start' | 'instance_stop', instance: string) =>
  server.admin.ok(operation, { path: { instance } })

async function madeIn(project: string, more: object): Promise<string> {
  const { status, body } = await create(server.admin, project, more)
  expect(status).toBe(201)
  return body.id
}

const harmless = { answer: 'outdated', changed: [], wrong: [] as string[] }

/** Lets the frozen process go on, until its call is answered. */
async function thawed(frozen: ReturnType<typeof startWorker>, call: string): Promise<object> {
  const runs = () => server.platform.inspect.machines().map(({ run }) => run?.runId)
  const before = runs()
  frozen.thaw()
  await expect.poll(() => frozen.answers[call], { timeout: LIMIT_MS }).toBeDefined()
  return {
    answer: frozen.answers[call]?.error?.kind,
    changed: runs().filter((run, at) => run !== before[at]),
    wrong: [...(await brokenInvariants(server.db)), ...(await platformDifferences(server))],
  }
}

describe('A process that is frozen between a step and its call', () => {
  it(
    'does not end the machine that was started again meanwhile',
    async () => {
      const frozen = startWorker('instances.stop')
      const id = await madeIn(await newProject(server), { start: true })
      await becomes(id, 'running')
      await ask('instance_stop', id)
      await frozen.frozen()
      startWorker()
      await becomes(id, 'stopped')
      await ask('instance_start', id)
      await becomes(id, 'running')
      expect(await thawed(frozen, 'instances.stop')).toEqual(harmless)
    },
    LIMIT_MS,
  )

  it(
    'does not start the machine that was stopped meanwhile',
    async () => {
      const frozen = startWorker('instances.start')
      const id = await madeIn(await newProject(server), { start: true })
      await frozen.frozen()
      startWorker()
      await becomes(id, 'running')
      await ask('instance_stop', id)
      await becomes(id, 'stopped')
      expect(await thawed(frozen, 'instances.start')).toEqual(harmless)
    },
    LIMIT_MS,
  )

  it(
    'does not detach the disk that was attached again meanwhile',
    async () => {
      const frozen = startWorker('volumes.ensureDetached')
      const project = await newProject(server)
      const instance = await madeIn(project, { start: false })
      const disk = await createDetachedDisk(server, project, 'disk')
      const of = { path: { instance }, body: { disk: disk.id } }
      await server.admin.ok('instance_disk_attach', of)
      const detaching = server.admin.ok('instance_disk_detach', of)
      await frozen.frozen()
      startWorker()
      expect(await detaching).toMatchObject({ state: { state: 'detached' } })
      await server.admin.ok('instance_disk_attach', of)
      expect(await thawed(frozen, 'volumes.ensureDetached')).toEqual(harmless)
      expect(server.platform.inspect.attachedTo(disk.id)).toBe(instance)
    },
    LIMIT_MS,
  )
})
