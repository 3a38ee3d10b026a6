import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('role_list lists the nine roles by name, in pages', async () => {
  const whole = await server.admin.ok('role_list')
  expect(whole.items.map(({ name }: { name: string }) => name)).toEqual([
    'fleet.admin',
    'fleet.collaborator',
    'fleet.viewer',
    'project.admin',
    'project.collaborator',
    'project.viewer',
    'silo.admin',
    'silo.collaborator',
    'silo.viewer',
  ])
  expect(whole.next_page).toBeNull()
  const first = await server.admin.ok('role_list', { query: { limit: 8 } })
  const second = await server.admin.ok('role_list', { query: { page_token: first.next_page } })
  expect([...first.items, ...second.items]).toEqual(whole.items)
  expect(second.next_page).toBeNull()
  expect((await server.admin.ok('role_list', { query: { limit: 9 } })).next_page).toBeNull()
  expect((await server.admin.call('role_list', { query: { limit: 0 } })).status).toBe(400)
})

it('role_view returns a role, and 404 for an unknown name', async () => {
  const role = await server.admin.ok('role_view', { path: { role_name: 'project.viewer' } })
  expect(role).toEqual({ name: 'project.viewer', description: 'Reads what is in the project' })
  for (const role_name of ['project.owner', 'viewer', 'constructor'])
    expect(await server.admin.call('role_view', { path: { role_name } })).toMatchObject({
      status: 404,
      body: { error_code: 'ObjectNotFound', message: `not found: role with name "${role_name}"` },
    })
})
