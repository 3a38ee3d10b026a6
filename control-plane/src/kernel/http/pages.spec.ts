import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('pages', () => {
  it('walk a list in every order without losing or repeating a row', async () => {
    const silo = await server.silo('paging')
    const caller = await server.user({ silo: 'collaborator' }, silo)
    const names = Array.from({ length: 7 }, (_, i) => `p-${i}`)
    for (const name of names) await caller.ok('project_create', { body: { name, description: '' } })
    const walk = async (sort_by: string) => {
      const seen: { id: string; name: string }[] = []
      let page_token: string | undefined
      do {
        const query = page_token === undefined ? { sort_by, limit: 3 } : { page_token, limit: 3 }
        const page = await caller.ok('project_list', { query })
        seen.push(...page.items)
        page_token = page.next_page ?? undefined
      } while (page_token)
      return seen
    }
    expect((await walk('name_ascending')).map(({ name }) => name)).toEqual(names)
    expect((await walk('name_descending')).map(({ name }) => name)).toEqual(names.toReversed())
    const ids = (await walk('id_ascending')).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(7)
  })

  it('have a null next_page exactly on the last page, also if that is full', async () => {
    const silo = await server.silo('paging-end')
    const caller = await server.user({ silo: 'collaborator' }, silo)
    for (const name of ['a', 'b']) await caller.ok('project_create', { body: { name, description: '' } })
    expect((await caller.ok('project_list', { query: { limit: 2 } })).next_page).toBeNull()
    expect((await caller.ok('project_list', { query: { limit: 1 } })).next_page).toMatch(/./)
  })

  it('refuse a token of another list', async () => {
    const silo = await server.silo('paging-foreign')
    const caller = await server.user({ silo: 'collaborator' }, silo)
    for (const name of ['a', 'b']) await caller.ok('project_create', { body: { name, description: '' } })
    const { next_page } = await caller.ok('project_list', { query: { limit: 1 } })
    const answer = await caller.call('current_user_groups', { query: { page_token: next_page } })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/^unable to parse query string: failed to parse pagination token: /)
  })
})
