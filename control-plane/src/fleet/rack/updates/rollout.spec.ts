import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { newPublisher, repositoryArchive } from '../../../testing/update-repository.ts'

let server: TestServer
const publisher = newPublisher()
beforeEach(async () => {
  server = await startTestServer({ hardware: { sleds: 2, expungedSleds: 1, uninitializedSleds: 1 } })
  await server.admin.ok('system_update_trust_root_create', { body: publisher.rootRole })
  for (const systemVersion of ['1.0.0', '1.1.0'])
    await server.admin.ok('system_update_put_repository', {
      query: { file_name: `${systemVersion}.zip` },
      body: await repositoryArchive(publisher, { systemVersion }),
    })
})
afterEach(() => server.close())

const setTarget = (system_version: string) => server.admin.call('target_release_update', { body: { system_version } })
const view = () => server.admin.ok('target_release_view')
const states = async () => (await view()).components.map(({ state }: { state: string }) => state)
const versions = async () =>
  (await view()).components.map(({ system_version }: { system_version: string | null }) => system_version)
const faults = () => {
  return server.platform.faults
}

it('updates switches and sleds to the target, one after another', async () => {
  const { status, body } = await setTarget('1.0.0')
  expect(status).toBe(201)
  expect(body).toMatchObject({
    generation: 2,
    release_source: { type: 'system_version', version: '1.0.0' },
    components: [
      { kind: 'switch', state: 'waiting', system_version: null },
      { kind: 'switch', state: 'waiting' },
      { kind: 'sled', state: 'waiting' },
      { kind: 'sled', state: 'waiting' },
    ],
  })
  const seen: string[] = []
  for (let i = 0; i < 12; i++) {
    seen.push((await states()).join(' '))
    await server.clock.advance(2500)
    await server.plane.services.sagas.idle()
  }
  expect(seen).toContain('updated updating waiting waiting')
  expect(seen).toContain('updated updated updated updating')
  expect(await states()).toEqual(['updated', 'updated', 'updated', 'updated'])
  expect(await versions()).toEqual(['1.0.0', '1.0.0', '1.0.0', '1.0.0'])
})

it('counts every target, and refuses an older release', async () => {
  await setTarget('1.1.0')
  expect((await setTarget('1.0.0')).body).toMatchObject({
    error_code: 'InvalidRequest',
    message: '1.0.0 is older than the present target release 1.1.0',
  })
  await server.settle()
  const again = await setTarget('1.1.0')
  expect(again.body).toMatchObject({ generation: 3 })
  expect(again.body.components.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('updated'))
  expect((await server.admin.call('target_release_update', { body: { system_version: '1' } })).status).toBe(400)
  expect((await setTarget('9.0.0')).status).toBe(404)
})

it('sets one target per generation, with concurrent requests too', async () => {
  const answers = await Promise.all([setTarget('1.0.0'), setTarget('1.0.0'), setTarget('1.0.0')])
  expect(answers.map(({ body }) => body.generation).toSorted()).toEqual([2, 3, 4])
  const alerts = await server.db
    .selectFrom('alerts')
    .select('data')
    .where('class', '=', 'update.target_changed')
    .execute()
  expect(alerts.map(({ data }) => data)).toContainEqual({ generation: 4, system_version: '1.0.0' })
  await server.settle()
  expect(await states()).toEqual(Array(4).fill('updated'))
})

it('abandons a rollout for a new target', async () => {
  await setTarget('1.0.0')
  await server.clock.advance(7000)
  await server.plane.services.sagas.idle()
  expect(await states()).toEqual(['updated', 'updating', 'waiting', 'waiting'])
  expect((await setTarget('1.1.0')).body.components[0]).toMatchObject({ state: 'waiting', system_version: '1.0.0' })
  await server.settle()
  expect(await versions()).toEqual(Array(4).fill('1.1.0'))
  expect(await states()).toEqual(Array(4).fill('updated'))
})

it('passes the artifacts of the uploaded release to the platform', async () => {
  const image = Buffer.alloc(300_000, 'the image ')
  const artifacts = { image: { content: image }, boot: { content: Buffer.from('boot'), kind: 'switch_boot' } }
  const query = { file_name: '2.0.0.zip' }
  const body = await repositoryArchive(publisher, { systemVersion: '2.0.0', artifacts })
  await server.admin.ok('system_update_put_repository', { query, body })
  const { hardware } = server.platform
  const install = hardware.ensureRelease.bind(hardware)
  const received = new Map<string, Buffer[]>()
  hardware.ensureRelease = async (id, release, signal) => {
    const files = await Promise.all(release.artifacts.map((each) => buffer(release.open(each))))
    received.set(id, files)
    expect(release).toMatchObject({
      version: '2.0.0',
      artifacts: [
        { name: 'image', version: '2.0.0', kind: 'sled_os', sizeBytes: 300_000 },
        { name: 'boot', kind: 'switch_boot', sha256: createHash('sha256').update('boot').digest('hex'), sizeBytes: 4 },
      ],
    })
    await install(id, release, signal)
  }
  await setTarget('2.0.0')
  await server.settle()
  expect(await versions()).toEqual(Array(4).fill('2.0.0'))
  expect([...received.values()]).toEqual(Array.from({ length: 4 }, () => [image, Buffer.from('boot')]))
})

it('reports a release that is not on the server', async () => {
  const { hardware } = server.platform
  hardware.ensureRelease = async (_id, { artifacts: [artifact], open }) => {
    await buffer(open(artifact!))
  }
  await server.plane.services.updateArchives.keepOnly([])
  await setTarget('1.0.0')
  await server.settle()
  const { components } = await view()
  const problems = components.map(({ problem }: { problem: string | null }) => problem)
  expect(problems).toEqual(Array(4).fill('The repository is not on this server: upload it again'))
})

it('continues with a release whose archive was lost, once that is uploaded again', async () => {
  const query = { file_name: '3.0.0.zip' }
  const body = await repositoryArchive(publisher, { systemVersion: '3.0.0' })
  await server.admin.ok('system_update_put_repository', { query, body })
  const { hardware } = server.platform
  const install = hardware.ensureRelease.bind(hardware)
  hardware.ensureRelease = async (id, release, signal) => {
    for (const artifact of release.artifacts) await buffer(release.open(artifact))
    await install(id, release, signal)
  }
  await server.plane.services.updateArchives.keepOnly([])
  await setTarget('3.0.0')
  await server.settle()
  expect(await versions()).not.toContain('3.0.0')

  const { status } = await server.admin.ok('system_update_put_repository', { query, body })
  expect(status).toBe('already_exists')
  await setTarget('3.0.0')
  await server.settle()
  expect(await versions()).toEqual(Array(4).fill('3.0.0'))
})

it('resumes after a crash', async () => {
  const held = server.hold('rollout/components')
  await setTarget('1.0.0')
  await held.reached
  await server.db.updateTable('release_components').set({ state: 'updating' }).where('kind', '=', 'sled').execute()
  held.release()
  await server.settle()
  expect(await states()).toEqual(Array(4).fill('updated'))
})

it('skips unreachable components, and retries them later', async () => {
  const [sled] = (await server.admin.ok('sled_list')).items
  const { id } = faults().inject({ kind: 'sled_unreachable', target: sled.id })
  await setTarget('1.0.0')
  await server.settle()
  const { components } = await view()
  expect(components.filter(({ state }: { state: string }) => state !== 'updated')).toEqual([
    expect.objectContaining({ id: sled.id, state: 'failed', problem: `Sled ${sled.id} cannot be reached` }),
  ])
  faults().end(id)
  await server.clock.advance(61_000)
  await server.settle()
  expect(await states()).toEqual(Array(4).fill('updated'))
})

it('includes a sled that is added later', async () => {
  await setTarget('1.0.0')
  await server.settle()
  const [waiting] = (await server.admin.ok('sled_list_uninitialized')).items
  const { part, serial } = waiting.baseboard
  await server.admin.ok('sled_add', { body: { part, serial } })
  await server.clock.advance(80_000)
  await server.settle()
  expect(await versions()).toEqual(Array(5).fill('1.0.0'))
})
