import { expect, test } from './test.ts'

test.use({ isLive: true })

test('a page shows what changes elsewhere, also right after it was read', async ({ page, request, makeProject }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  const name = await makeProject('elsewhere')
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  const { id } = await (await request.get(`/v1/projects/${name}`)).json()
  expect((await request.put(`/v1/projects/${id}`, { data: { description: 'Seen at once' } })).status()).toBe(200)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Seen at once')
})
