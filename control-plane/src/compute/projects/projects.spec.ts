import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller, Request_ } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
let owner: Caller
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.user({ silo: 'collaborator' })
})
afterAll(() => server.close())

let count = 0
const create = (name = `project-${++count}`) =>
  owner.ok('project_create', { body: { name, description: 'For a test' } }) as Promise<{ id: string; name: string }>
const path = (project: string) => ({ path: { project } })

describe('project_create', () => {
  it('answers the project, and creates its default VPC', async () => {
    const project = await owner.ok('project_create', { body: { name: 'shipping', description: 'Routes' } })
    expect(project).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'shipping',
      description: 'Routes',
      deletion_locked: false,
      time_created: '2026-01-01T00:00:00.000000Z',
      time_modified: '2026-01-01T00:00:00.000000Z',
    })
    const { items } = await owner.ok('vpc_list', { query: { project: 'shipping' } })
    expect(items.map((vpc: { name: string }) => vpc.name)).toEqual(['default'])
  })

  it('refuses a taken name with ObjectAlreadyExists, and leaves nothing behind', async () => {
    const { name } = await create()
    const before = await server.db.selectFrom('vpcs').select('id').execute()
    expect(await owner.call('project_create', { body: { name, description: '' } })).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists', message: `already exists: project "${name}"` },
    })
    expect(await server.db.selectFrom('vpcs').select('id').execute()).toHaveLength(before.length)
  })

  it('lets exactly one of two concurrent creates with one name succeed', async () => {
    const body = { name: 'contested', description: '' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => owner.call('project_create', { body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
  })

  it('allows a name that another silo uses', async () => {
    const silo = await server.silo('neighbour')
    const neighbour = await server.user({ silo: 'collaborator' }, silo)
    const { name } = await create()
    expect((await neighbour.call('project_create', { body: { name, description: '' } })).status).toBe(201)
  })

  it('requires a description', async () => {
    expect((await owner.call('project_create', { body: { name: 'x' } })).status).toBe(400)
  })
})

describe('project_list', () => {
  const idsIn = async (caller: Caller, query: Request_['query'] = {}) =>
    (await caller.ok('project_list', { query })).items.map(({ id }: { id: string }) => id)
  const inOrder = (...made: { id: string; name: string }[]) =>
    made.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }) => id)

  it('shows all projects of a silo to its viewers, and none to users without a role', async () => {
    const { id } = await create()
    expect(await idsIn(await server.user({ silo: 'viewer' }), { limit: 1000 })).toContain(id)
    expect((await (await server.user()).call('project_list')).status).toBe(403)
    expect((await owner.call('project_list', { query: { limit: 0 } })).status).toBe(400)
    const elsewhere = await server.user({ silo: 'viewer' }, await server.silo('empty'))
    expect(await idsIn(elsewhere)).toEqual([])
  })

  it('shows exactly the projects on which the caller or one of its groups has a role', async () => {
    const [own, twice, groups, , others] = [
      await create(),
      await create(),
      await create(),
      await create(),
      await create(),
    ]
    const member = await server.user({ projects: { [own.id]: 'viewer', [twice.id]: 'admin' } })
    const group = await server.group([member])
    for (const [project, role_name] of [
      [twice, 'viewer'],
      [groups, 'collaborator'],
    ] as const)
      await owner.ok('project_policy_update', {
        path: { project: project.id },
        body: {
          role_assignments: [
            ...(project === twice
              ? [{ identity_id: member.userId, identity_type: 'silo_user', role_name: 'admin' }]
              : []),
            { identity_id: group, identity_type: 'silo_group', role_name },
          ],
        },
      })
    await server.user({ projects: { [others.id]: 'admin' } })
    expect(await idsIn(member)).toEqual(inOrder(own, twice, groups))
    expect(await idsIn(member, { sort_by: 'name_descending' })).toEqual(inOrder(own, twice, groups).toReversed())
    const first = await member.ok('project_list', { query: { limit: 2 } })
    const second = await member.ok('project_list', { query: { page_token: first.next_page } })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(inOrder(own, twice, groups))
    expect(second.next_page).toBeNull()
  })

  it('is refused after the last role is removed, and empty if that happens between two pages', async () => {
    const [kept, deleted] = [await create(), await create()]
    const member = await server.user({ projects: { [kept.id]: 'viewer', [deleted.id]: 'viewer' } })
    const { next_page } = await member.ok('project_list', { query: { limit: 1 } })
    await owner.ok('project_policy_update', {
      path: { project: inOrder(kept, deleted)[1] },
      body: { role_assignments: [] },
    })
    expect(await idsIn(member, { page_token: next_page })).toEqual([])
    await owner.ok('project_policy_update', {
      path: { project: inOrder(kept, deleted)[0] },
      body: { role_assignments: [] },
    })
    expect((await member.call('project_list')).status).toBe(403)
  })
})

describe('project_view', () => {
  it('finds by name, by id, and by id without hyphens', async () => {
    const project = await create()
    for (const by of [project.name, project.id, project.id.replaceAll('-', ''), project.id.toUpperCase()])
      expect(await owner.ok('project_view', path(by))).toEqual(project)
  })

  it('answers alike for unknown and hidden projects, by the selector used', async () => {
    const project = await create()
    const outsider = await server.user()
    const id = randomId()
    const cases: [Caller, string, string][] = [
      [owner, 'nothing-here', 'not found: project with name "nothing-here"'],
      [owner, id, `not found: project with id "${id}"`],
      [outsider, project.name, `not found: project with name "${project.name}"`],
      [outsider, project.id, `not found: project with id "${project.id}"`],
    ]
    for (const [caller, by, message] of cases)
      expect(await caller.call('project_view', path(by))).toMatchObject({
        status: 404,
        body: { error_code: 'ObjectNotFound', message },
      })
    expect((await owner.call('project_view', path('Bad_Name'))).status).toBe(400)
  })

  it('never crosses silos, not even for fleet admins', async () => {
    const project = await create()
    const silo = await server.silo('far-away')
    const foreigner = await server.user({ silo: 'admin', fleet: 'admin' }, silo)
    expect((await foreigner.call('project_view', path(project.id))).status).toBe(404)
  })
})

describe('project_update', () => {
  it('changes given fields and leaves absent or null ones', async () => {
    const project = await create()
    await server.clock.advance(1000)
    const renamed = await owner.ok('project_update', { ...path(project.name), body: { name: 'renamed' } })
    expect(renamed).toMatchObject({ id: project.id, name: 'renamed', description: 'For a test' })
    expect(renamed.time_modified > renamed.time_created).toBe(true)
    const described = await owner.ok('project_update', { ...path(project.id), body: { name: null, description: '' } })
    expect(described).toMatchObject({ name: 'renamed', description: '' })
  })

  it('refuses a rename onto a taken name, and bad input', async () => {
    const [one, other] = [await create(), await create()]
    expect(await owner.call('project_update', { ...path(one.name), body: { name: other.name } })).toMatchObject({
      status: 400,
      body: { error_code: 'ObjectAlreadyExists' },
    })
    const long = { description: 'x'.repeat(513) }
    expect((await owner.call('project_update', { ...path(one.name), body: long })).status).toBe(400)
  })
})

describe('project_delete', () => {
  it('is refused while the default VPC exists, then deletes the policy too', async () => {
    const project = await create()
    await server.settle()
    expect(await owner.call('project_delete', path(project.id))).toMatchObject({
      status: 400,
      body: {
        error_code: 'InvalidRequest',
        message: 'project to be deleted contains a VPC: delete it first',
      },
    })
    const member = await server.user({ projects: { [project.id]: 'viewer' } })
    const inVpc = { project: project.name, vpc: 'default' }
    await owner.ok('vpc_subnet_delete', { path: { subnet: 'default' }, query: inVpc })
    await owner.ok('vpc_delete', { path: { vpc: 'default' }, query: { project: project.name } })
    expect((await owner.call('project_delete', path(project.id))).status).toBe(204)
    expect((await owner.call('project_view', path(project.id))).status).toBe(404)
    expect((await owner.call('project_delete', path(project.id))).status).toBe(404)
    const left = await server.db
      .selectFrom('role_assignments')
      .selectAll()
      .where('identity_id', '=', member.userId)
      .execute()
    expect(left).toEqual([])
    expect((await owner.call('project_create', { body: { name: project.name, description: '' } })).status).toBe(201)
  })

  it('refuses what is no name', async () => {
    expect((await owner.call('project_delete', path('No_Name'))).status).toBe(400)
  })
})

describe('effective roles', () => {
  it.each([
    ['viewer', undefined, [200, 403, 403]],
    ['collaborator', undefined, [200, 403, 403]],
    ['admin', undefined, [200, 200, 403]],
    [undefined, 'viewer', [200, 403, 403]],
    [undefined, 'collaborator', [200, 200, 201]],
    [undefined, 'admin', [200, 200, 201]],
    ['viewer', 'collaborator', [200, 200, 201]],
    ['admin', 'viewer', [200, 200, 403]],
  ] as const)('project %s and silo %s may view, update, create: %j', async (inProject, inSilo, statuses) => {
    const project = await create()
    const user = await server.user({
      ...(inProject && { projects: { [project.id]: inProject } }),
      ...(inSilo && { silo: inSilo }),
    })
    const seen = [
      await user.call('project_view', path(project.id)),
      await user.call('project_update', { ...path(project.id), body: { description: 'x' } }),
      await user.call('project_create', { body: { name: `made-${++count}`, description: '' } }),
    ].map(({ status }) => status)
    expect(seen).toEqual(statuses)
  })
})
