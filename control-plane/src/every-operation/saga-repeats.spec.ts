import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conflict } from '../kernel/http/errors.ts'
import type { DoStep } from '../kernel/sagas/saga.ts'
import { sagaDefinitions } from '../sagas.ts'
import type { Answer } from '../testing/caller.ts'
import { FileServer } from '../testing/file-server.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { newPublisher, repositoryArchive } from '../testing/update-repository.ts'
import { platformDifferences } from './platform-differences.ts'
import { makeShared, PairFixture, type SharedFixture } from './saga-pair-fixture.ts'
import { scenarios } from './saga-scenarios.ts'

interface Case {
  title: string
  saga: string
  begin(): Promise<Answer | void>
}

/** All attempts of a step and of its undo end by then. */
const ATTEMPTS_MS = 300_000
/** An event of the platform is applied by then. */
const EVENT_MS = 2000
const IMAGE = Buffer.alloc(4096, 'image')

let server: TestServer
let shared: SharedFixture
let files: FileServer
let count = 0
/** The step, as `saga/step`, that fails for good each time after it has succeeded. */
let failing = ''

beforeAll(async () => {
  files = await FileServer.start()
  server = await startTestServer({
    hardware: { sleds: 2, uninitializedSleds: 3 },
    imageFetching: { outbound: files.outbound },
    sagaDefinitions: repeatedSagas,
  })
  shared = await makeShared(server)
})
beforeEach(() => {
  failing = ''
})
afterAll(async () => {
  await server.close()
  await files.close()
})

/** A step that runs once more after it has succeeded, as does its undo. */
const repeated = (saga: string, step: DoStep<object>): DoStep<object> => ({
  ...step,
  async do(ctx, data) {
    await step.do(ctx, data)
    const result = await step.do(ctx, data)
    if (failing === `${saga}/${step.name}`) throw conflict('It fails in this test')
    return result
  },
  ...(step.undo && {
    async undo(ctx, data) {
      await step.undo?.(ctx, data)
      await step.undo?.(ctx, data)
    },
  }),
})

/**
 * All sagas with their steps outside the database, and the undo of these, repeated: so it is when a worker is killed
 * before it can record them.
 */
const repeatedSagas = sagaDefinitions.map((saga) => ({
  ...saga,
  steps: saga.steps.map((step) => ('do' in step ? repeated(saga.name, step) : step)),
}))

const named = (prefix: string) => ({ name: `${prefix}-${++count}`, description: '' })

async function fetchImage(): Promise<Answer> {
  const checksum = { type: 'sha256', value: createHash('sha256').update(IMAGE).digest('hex') }
  const source = { type: 'url', url: files.serve('/image', IMAGE), checksum }
  const body = { ...named('fetched'), os: 'plan9', version: '4', source }
  return server.admin.call('image_fetch_create', { query: { project: shared.project }, body })
}

async function deleteBundle(): Promise<Answer> {
  const { id } = await server.admin.ok('support_bundle_create')
  await server.settle(ATTEMPTS_MS)
  return server.admin.call('support_bundle_delete', { path: { bundle_id: id } })
}

async function addSled(): Promise<Answer> {
  const { items } = await server.admin.ok('sled_list_uninitialized')
  const { part, serial } = items[0].baseboard
  return server.admin.call('sled_add', { body: { part, serial } })
}

async function setTarget(): Promise<Answer> {
  const [publisher, system_version] = [newPublisher(), `1.${++count}.0`]
  await server.admin.ok('system_update_trust_root_create', { body: publisher.rootRole })
  const body = await repositoryArchive(publisher, { systemVersion: system_version })
  await server.admin.ok('system_update_put_repository', { query: { file_name: 'r.zip' }, body })
  return server.admin.call('target_release_update', { body: { system_version } })
}

/** Unlinks a pool that a VPC's gateway uses. */
async function unlinkPool(): Promise<Answer> {
  const pool = named('pool')
  await server.admin.ok('ip_pool_create', { body: pool })
  const path = { pool: pool.name }
  const link = { silo: server.siloId, is_default: false }
  await server.admin.ok('ip_pool_silo_link', { path, body: link })
  const at = { query: { project: shared.project, vpc: 'default', gateway: 'default' } }
  await server.admin.ok('internet_gateway_ip_pool_create', { ...at, body: { ...named('use'), ip_pool: pool.name } })
  return server.admin.call('ip_pool_silo_unlink', { path: { ...path, silo: server.siloId } })
}

/** Those that use no thing of a project together with another saga. */
const alone: Case[] = [
  { title: 'an image is fetched', saga: 'image-fetch', begin: fetchImage },
  {
    title: 'the network of the hardware is changed',
    saga: 'networking-declare',
    begin: () => server.admin.call('networking_inbound_icmp_update', { body: { enabled: ++count % 2 === 0 } }),
  },
  { title: 'a target release is set', saga: 'rollout', begin: setTarget },
  { title: 'a sled is added', saga: 'sled-add', begin: addSled },
  {
    title: 'a support bundle is collected',
    saga: 'support-bundle-collect',
    begin: () => server.admin.call('support_bundle_create'),
  },
  { title: 'a support bundle is deleted', saga: 'support-bundle-delete', begin: deleteBundle },
  { title: 'a pool is unlinked', saga: 'vpcs-declare', begin: unlinkPool },
]

const cases: Case[] = [
  ...scenarios.flatMap((scenario) => {
    const { title, saga, needs } = scenario
    if (!saga) return []
    return [{ title, saga, begin: () => makeFixture(needs).then((at) => scenario.begin(at)) }]
  }),
  ...alone,
]

async function makeFixture(needs: ConstructorParameters<typeof PairFixture>[2]): Promise<PairFixture> {
  const failsLater = failing
  failing = ''
  const at = new PairFixture(shared, ++count, needs)
  await at.make()
  await server.settle()
  failing = failsLater
  return at
}

/** Runs a saga to its end. @returns the answer's status, how the sagas of that name ended, and what is wrong then */
async function run({ saga, begin }: Case) {
  const before = new Set((await ended(saga)).map(({ id }) => id))
  const answer = await begin()
  await server.clock.advance(EVENT_MS)
  await server.settle(ATTEMPTS_MS)
  const states = (await ended(saga)).filter(({ id }) => !before.has(id)).map(({ state }) => state)
  const wrong = [...(await brokenInvariants(server.db)), ...(await platformDifferences(server))]
  return { status: answer?.status, states: [...new Set(states)], wrong }
}

const ended = (name: string) => server.db.selectFrom('sagas').select(['id', 'state']).where('name', '=', name).execute()

it('every saga is run', () => {
  const run = new Set(cases.map(({ saga }) => saga))
  expect(sagaDefinitions.map(({ name }) => name).filter((name) => !run.has(name))).toEqual([])
})

describe('Each step that is repeated after it has succeeded does no more', () => {
  it.each(cases)('while $title', async (one) => {
    expect(await run(one)).toMatchObject({ states: ['done'], wrong: [] })
  })
})

describe('Each undo that is repeated takes back what is there, and no more', () => {
  const failures = cases.flatMap((one) => {
    const { steps, forward } = sagaDefinitions.find(({ name }) => name === one.saga)!
    if (forward) return []
    return steps.flatMap((step) => ('do' in step ? [{ ...one, step: step.name }] : []))
  })
  it.each(failures)('while $title, after "$step"', async (one) => {
    failing = `${one.saga}/${one.step}`
    expect(await run(one)).toMatchObject({ states: ['undone'], wrong: [] })
  })
})
