import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPublisher, repositoryArchive } from '../../testing/update-repository.ts'
import { Running } from '../testing/running.ts'
import { scratchFolder } from '../testing/server.ts'

const BUNDLES = '/experimental/v1/system/support-bundles'
const REPOSITORY = '/v1/system/update/repository'
const soon = { timeout: 120_000, interval: 250 }

const data = scratchFolder()
const server = new Running(data.path)
beforeAll(() => server.start())
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.process.ended
  data[Symbol.dispose]()
})

const filesIn = (folder: string) => readdir(join(data.path, folder))
const upload = (body: BodyInit) =>
  server.fetch(`${REPOSITORY}?file_name=release.zip`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body,
    duplex: 'half',
  } as RequestInit)

test('a collection and a rollout that a crash cut short go on, and half an upload is gone', async () => {
  const publisher = newPublisher()
  const [present, next] = await Promise.all(
    ['1.0.0', '1.1.0'].map((systemVersion) => repositoryArchive(publisher, { systemVersion })),
  )
  await server.ok('POST', 'system/update/trust-roots', publisher.rootRole)
  expect((await upload(new Uint8Array(present!))).status).toBe(200)
  const kept = await filesIn('updates')

  const { id } = await server.ok('POST', BUNDLES)
  await server.ok('PUT', 'system/update/target-release', { system_version: '1.0.0' })
  const half = new ReadableStream({ start: (stream) => stream.enqueue(next!.subarray(0, next!.length / 2)) })
  const answer = upload(half).then(
    () => 'answered',
    () => 'broken off',
  )
  const target = () => server.ok('GET', 'system/update/target-release')
  const states = async (): Promise<string[]> => (await target()).components.map(({ state }: { state: string }) => state)
  await expect.poll(() => filesIn('updates'), soon).toHaveLength(2)
  await expect.poll(states, soon).toEqual(expect.arrayContaining(['updated', 'updating', 'waiting']))
  await server.kill()
  expect(await answer).toBe('broken off')
  await server.start()

  expect(await filesIn('updates')).toEqual(kept)
  expect((await server.call('GET', `${REPOSITORY}/1.1.0`)).status).toBe(404)
  const again = await upload(new Uint8Array(next!))
  expect(await again.json()).toMatchObject({ status: 'inserted' })
  expect((await states())[0]).toBe('updated')
  const collected = async () => (await server.ok('GET', `${BUNDLES}/${id}`)).state
  await expect.poll(collected, soon).toBe('active')
  expect(await filesIn('support-bundles')).toEqual([`${id}.zip`])
  await server.ok('DELETE', `${BUNDLES}/${id}`)
  expect(await filesIn('support-bundles')).toEqual([])
  await expect.poll(async () => new Set(await states()), soon).toEqual(new Set(['updated']))
  expect((await target()).generation).toBe(2)
  expect(await server.disorder()).toEqual([])
})
