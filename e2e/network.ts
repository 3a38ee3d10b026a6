import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { uniqueName } from './test.ts'

export interface Made {
  id: string
  name: string
}

/** Creates a resource by the API. */
export async function post(request: APIRequestContext, path: string, data: object): Promise<Made> {
  const answer = await request.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Made
}

export async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(path)
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as T
}

/** The number of an autonomous system that no other test uses. */
export const freshAsn = (): number => 4_200_000_000 + Math.floor(Math.random() * 94_000_000)

/** Selects an item of a row's menu. */
export async function choose(page: Page, row: Locator, item: string): Promise<void> {
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export const notifications = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' })

/** Creates a viewer of the project and signs the page in as that user. */
export async function mayOnlyLook(page: Page, project: string): Promise<void> {
  const user = { username: uniqueName('viewer'), password: 'may look at one project' }
  const { id } = await post(page.request, '/v1/system/identity-providers/local/users?silo=default', {
    external_id: user.username,
    password: { mode: 'password', value: user.password },
  })
  const viewer = { identity_type: 'silo_user', identity_id: id, role_name: 'viewer' }
  const path = `/v1/projects/${project}/policy`
  expect((await page.request.put(path, { data: { role_assignments: [viewer] } })).status()).toBe(200)
  // Over the session that there is: a page that polls meanwhile is never signed out.
  expect((await page.request.post('/v1/login/default/local', { data: user })).status()).toBe(204)
}

/** Lists resources like a server that omits some of their fields. */
export async function leaveOut(page: Page, list: string | RegExp, ...fields: string[]): Promise<void> {
  await page.route(list, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { items: Record<string, unknown>[] }
    for (const item of json.items) for (const field of fields) delete item[field]
    await route.fulfill({ response, json })
  })
}
