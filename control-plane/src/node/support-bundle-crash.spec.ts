import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Running } from './testing/running.ts'
import { scratchFolder } from './testing/server.ts'

const BUNDLES = '/experimental/v1/system/support-bundles'

const data = scratchFolder()
const server = new Running(data.path)
beforeAll(() => server.start())
afterAll(async () => {
  server.process.kill('SIGTERM')
  await server.process.ended
  data[Symbol.dispose]()
})

test('a support bundle that a crash cut short is collected by the next start', async () => {
  const { id } = await server.ok('POST', BUNDLES)
  await server.kill()
  await server.start()
  const state = async () => (await server.ok('GET', `${BUNDLES}/${id}`)).state
  expect(await state()).toBe('collecting')
  await expect.poll(state, { timeout: 120_000, interval: 250 }).toBe('active')
  expect(await readdir(join(data.path, 'support-bundles'))).toEqual([`${id}.zip`])
  await server.ok('DELETE', `${BUNDLES}/${id}`)
  expect(await readdir(join(data.path, 'support-bundles'))).toEqual([])
})
