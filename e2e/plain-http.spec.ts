import { makeInstance } from './instance.ts'
import { admin } from './server.ts'
import { expect, test } from './test.ts'

const host = 'skerry.test'

/** Plain HTTP at a name other than localhost, where browsers offer no secure context. */
test.use({
  baseURL: async ({ baseURL }, give) => give(baseURL!.replace('localhost', host)),
  storageState: { cookies: [], origins: [] },
  launchOptions: async ({ launchOptions }, give) =>
    give({ ...launchOptions, args: [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${host} 127.0.0.1`] }),
})

test('from another machine without TLS the console warns and works', async ({ page, session, playwright }) => {
  const request = await playwright.request.newContext({
    baseURL: process.env.SKERRY_E2E_ADDRESS!,
    storageState: session,
  })
  const project = `plain-http-${Date.now().toString(36)}`
  expect((await request.post('/v1/projects', { data: { name: project, description: '' } })).status()).toBe(201)
  const { id } = await makeInstance(request, project)
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))

  await page.goto(`/projects/${project}/instances`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await expect(page.getByText('This connection is not encrypted')).toBeVisible()
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.getByRole('link', { name: 'db1' }).click()
  await expect(page.getByRole('heading', { name: 'db1', level: 1 })).toBeVisible()
  // The clipboard can only be read by pasting.
  await page.getByRole('button', { name: 'Copy ID' }).first().click()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox')
  await search.press('Control+v')
  await expect(search).toHaveValue(id)
  await search.fill('')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy as Terraform' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Copied')).toBeVisible()
  await page.keyboard.press('Control+k')
  await search.press('Control+v')
  await expect(search).toHaveValue(/resource "oxide_instance" "db1"/)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Running' })).toBeVisible()

  await page.goto(`/projects/${project}/instances-new`)
  const form = page.getByRole('form', { name: 'Create instance' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('db2')
  await form.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: /alpine/ }).click()
  await form.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByRole('heading', { name: 'db2', level: 1 })).toBeVisible()

  await page.goto(`/projects/${project}/images-new`)
  const panel = page.getByRole('dialog', { name: 'Upload image', exact: true })
  await panel.getByLabel('Name').fill('tiny')
  await panel.getByRole('textbox', { name: 'OS' }).fill('none')
  await panel.getByLabel('Version').fill('1')
  await panel.getByLabel('Image file').setInputFiles({ name: 'tiny.raw', mimeType: '', buffer: Buffer.alloc(4096, 1) })
  await panel.getByRole('button', { name: 'Upload image' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Image tiny uploaded')
  expect(errors).toEqual([])
  await request.dispose()
})
