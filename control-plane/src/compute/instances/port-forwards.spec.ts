import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import { createStoppedInstance, openSite, refusal, type Site } from '../../network/network-fixtures.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let site: Site
let without: TestServer
beforeAll(async () => {
  site = await openSite()
  without = await startTestServer({ capabilities: { portForwards: false } })
})
afterAll(() => Promise.all([site.server.close(), without.close()]))

describe('instance_port_forward_list', () => {
  it('is empty for an instance that does not run', async () => {
    const { id, name } = await createStoppedInstance(site)
    const path = { instance: id }
    expect(await site.viewer.ok('instance_port_forward_list', { path })).toEqual({ items: [] })
    const byName = { path: { instance: name }, query: { project: 'harbour' } }
    expect(await site.viewer.ok('instance_port_forward_list', byName)).toEqual({ items: [] })
    expect(refusal(await site.owner.call('instance_port_forward_list', { path, query: { project: 'harbour' } }))).toBe(
      'when instance is given as an id, project must not be given',
    )
    expect((await site.owner.call('instance_port_forward_list', { path: { instance: randomId() } })).status).toBe(404)
  })

  it('is refused where no ports lead to instances', async () => {
    expect(await without.admin.call('instance_port_forward_list', { path: { instance: randomId() } })).toMatchObject({
      status: 400,
      body: { message: 'not on this platform: no ports of its host lead to instances' },
    })
  })
})
