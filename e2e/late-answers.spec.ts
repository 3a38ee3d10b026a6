import { goWithin, holdAnswer } from './answers.ts'
import { admin } from './server.ts'
import { expect, test } from './test.ts'

test('a device login confirmed late does not navigate', async ({ page, request }) => {
  const asked = await request.post('/device/auth', { form: { client_id: crypto.randomUUID() } })
  const { user_code } = (await asked.json()) as { user_code: string }
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await goWithin(page, `/device/verify?user_code=${user_code}`)
  const answer = await holdAnswer(page, '**/device/confirm', 'POST')
  await page.getByRole('button', { name: 'Log in on device' }).click()
  await answer.sent
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await answer.release()
  await expect(page).toHaveURL('/projects')
})

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test('a sign-in that succeeds late does not leave the page that was opened meanwhile', async ({ page }) => {
    await page.goto('/login/default/local')
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    const answer = await holdAnswer(page, '**/v1/login/default/local', 'POST')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await answer.sent
    await page.getByRole('link', { name: /silo/i }).click()
    await expect(page).toHaveURL('/login')
    await answer.release()
    await expect.poll(async () => (await page.context().cookies()).length).toBeGreaterThan(0)
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    await expect(page).toHaveURL('/login')
  })
})
