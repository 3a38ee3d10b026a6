import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('alert classes', () => {
  const list = (query: Record<string, string | number> = {}, caller = server.admin) =>
    caller.call('alert_class_list', { query })
  const namesOf = async (filter: string) =>
    (await list({ filter })).body.items.map(({ name }: { name: string }) => name)

  it('are listed by name, and by what a pattern covers', async () => {
    const { body } = await list()
    expect(body.items).toHaveLength(16)
    expect(body.items[0]).toEqual({ name: 'bfd.session_down', description: expect.any(String) })
    expect(await namesOf('instance.*')).toEqual(['instance.auto_restarted', 'instance.failed', 'instance.start_failed'])
    expect(await namesOf('*.failed')).toEqual(['instance.failed', 'physical_disk.failed', 'support_bundle.failed'])
    expect(await namesOf('nothing')).toEqual([])
    const first = await list({ filter: 'update.**', limit: 1 })
    const next = await list({ page_token: first.body.next_page })
    expect(next.body).toMatchObject({ items: [{ name: 'update.target_changed' }], next_page: null })
  })

  it('are for fleet viewers', async () => {
    const viewer = await server.user({ fleet: 'viewer' })
    expect((await list({}, viewer)).status).toBe(200)
    expect((await list({}, await server.user({ silo: 'collaborator' }))).status).toBe(403)
    expect((await list({}, server.stranger)).status).toBe(401)
    expect((await list({ filter: 'a..b' })).status).toBe(400)
  })
})
