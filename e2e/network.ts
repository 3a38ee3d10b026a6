import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'

export interface Made {
  id: string
  name: string
}

/** Makes a thing by the API. */
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

/** Chooses an item of a row's menu. */
export async function choose(page: Page, row: Locator, item: string): Promise<void> {
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

export const notifications = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' })

/** Has the page take its user for somebody who may look at projects, and no more. What the API refuses it tests itself. */
export async function mayOnlyLook(page: Page): Promise<void> {
  const { id } = await get<{ id: string }>(page.request, '/v1/me')
  const viewer = { identity_type: 'silo_user', identity_id: id, role_name: 'viewer' }
  await page.route('**/v1/system/policy', (route) =>
    route.fulfill({ status: 403, json: { request_id: '', error_code: 'Forbidden', message: 'Forbidden' } }),
  )
  await page.route('**/v1/policy', (route) => route.fulfill({ json: { role_assignments: [] } }))
  await page.route('**/v1/projects/*/policy', (route) => route.fulfill({ json: { role_assignments: [viewer] } }))
}
