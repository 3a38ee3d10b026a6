import type { APIRequestContext, Page } from '@playwright/test'
import { admin } from './server.ts'
import { expect, expectAccessible, test } from './test.ts'

const clientId = crypto.randomUUID()

/** Requests a device code. @returns the code and a function that requests the token */
async function askForCode(request: APIRequestContext) {
  const answer = await request.post('/device/auth', { form: { client_id: clientId } })
  expect(answer.status(), await answer.text()).toBe(200)
  const { user_code: userCode, device_code: deviceCode } = await answer.json()
  const grant = 'urn:ietf:params:oauth:grant-type:device_code'
  const poll = () =>
    request.post('/device/token', { form: { grant_type: grant, device_code: deviceCode, client_id: clientId } })
  return { userCode: userCode as string, poll }
}

const boxesOf = (page: Page) =>
  page.getByRole('group', { name: 'Enter the code shown on your device' }).getByRole('textbox')
const typed = async (page: Page) =>
  (await boxesOf(page).evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))).join('')
/** Opens the page and waits until it accepts input. */
async function open(page: Page): Promise<void> {
  await page.goto('/device/verify')
  await expect(boxesOf(page).first()).toBeFocused()
}

const submit = (page: Page) => page.getByRole('button', { name: 'Log in on device' })

test('a device is logged in by its code, and its token is listed and deleted', async ({ page, request }) => {
  const { userCode, poll } = await askForCode(request)
  expect((await (await poll()).json()).error).toBe('authorization_pending')
  await page.goto('/device/verify')
  await expect(page).toHaveTitle('Device Authentication / Skerry')
  await expect(page.getByRole('heading', { name: 'Device Authentication' })).toBeVisible()
  await expect(page.getByText('Enter the code shown on your device')).toBeVisible()
  await expect(boxesOf(page)).toHaveCount(8)
  await expect(boxesOf(page).first()).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.type(userCode.toLowerCase().replace('-', '').slice(0, 7))
  await expect(submit(page)).toBeDisabled()
  await page.keyboard.type(userCode.toLowerCase().slice(-1))
  expect(await typed(page)).toBe(userCode.replace('-', ''))
  const sent = page.waitForRequest('**/device/confirm')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({ user_code: userCode })
  await expect(page).toHaveURL('/device/success')
  await expect(page.getByRole('heading', { name: 'Device logged in' })).toBeVisible()
  await expect(page.getByText('You can close this window')).toBeVisible()
  await expectAccessible(page)

  const token = await (await poll()).json()
  expect(token.access_token).toEqual(expect.any(String))
  await page.goto('/settings/access-tokens')
  const row = page.getByRole('row').filter({ hasText: token.token_id })
  await expect(row).toContainText('Never')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete access token' })
  await expect(question).toContainText('Clients that use it stop working at once')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question).toHaveCount(0)
  await expect(row).toHaveCount(0)
  const asClient = await request.get('/v1/me', {
    headers: { authorization: `Bearer ${token.access_token}`, cookie: '' },
  })
  expect(asClient.status()).toBe(401)
})

test('only letters are accepted, pasting fills the boxes, and an unknown code stays for correction', async ({
  page,
}) => {
  await open(page)
  await page.keyboard.type('a1b-2')
  expect(await typed(page)).toBe('AB')
  await expect(boxesOf(page).nth(2)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(boxesOf(page).nth(1)).toBeFocused()
  expect(await typed(page)).toBe('A')
  await page.keyboard.press('ArrowLeft')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', ' wxy-12zabcd9\n')
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  expect(await typed(page)).toBe('WXYZABCD')
  await expect(submit(page)).toBeEnabled()
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Code is invalid')
  expect(await typed(page)).toBe('WXYZABCD')
  await expect(submit(page)).toBeEnabled()
})

test('a signed-out user signs in first and returns with the code', async ({ browser, request, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  const { userCode } = await askForCode(request)
  await page.goto(`/device/verify?user_code=${userCode}`)
  await expect(page).toHaveURL(/\/login\/default\/local\?redirect_uri=/)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`/device/verify?user_code=${userCode}`)
  await expect.poll(() => typed(page)).toBe(userCode.replace('-', ''))

  // The code also survives a session that ends while the page is open.
  await open(page)
  await page.keyboard.type('bbbbbbbb')
  await context.clearCookies()
  await submit(page).click()
  await expect(page).toHaveURL(/\/login\/default\/local\?redirect_uri=/)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/device/verify')
  await expect.poll(() => typed(page)).toBe('BBBBBBBB')
  await context.close()
})
