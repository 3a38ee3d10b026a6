import { expect, expectAccessible, test, uniqueName } from './test.ts'

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1Yk6Z7bM3m0H3sJ1vT2r1q8cRkW5XgC1nL1q3Fz7bY ada@laptop'

test('a key is added, looked at, copied and deleted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = uniqueName('laptop')
  await page.goto('/settings/ssh-keys')
  await page.getByRole('link', { name: 'Add SSH key' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Add SSH key' })
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('Description').fill('At home')
  await panel.getByLabel('Public key').fill(publicKey)
  await panel.getByRole('button', { name: 'Add SSH key' }).click()
  await expect(page).toHaveURL('/settings/ssh-keys')

  const row = page.getByRole('row', { name })
  await expect(row).toContainText('At home')
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy public key' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(publicKey)

  await row.getByRole('link', { name }).click()
  const details = page.getByRole('dialog', { name })
  await expect(details.getByRole('region', { name: 'Public key' })).toContainText(publicKey)
  await expect(details.getByRole('textbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/settings/ssh-keys')

  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Delete SSH key' })
  await expect(confirm.getByText(name)).toBeVisible()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/v1\/me\/ssh-keys\//, async (route) => {
    await held
    await route.continue()
  })
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  // Who does not wait for the answer is told of it all the same.
  await confirm.getByRole('button', { name: 'Close' }).last().click()
  await expect(confirm).toBeHidden()
  await expect(row).toBeVisible()
  release()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`SSH key ${name} deleted`)
  await expect(row).toHaveCount(0)
})

test('what is no public key is refused before it is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto('/settings/ssh-keys-new')
  const panel = page.getByRole('dialog', { name: 'Add SSH key' })
  await panel.getByLabel('Name').fill('wrong')
  const key = panel.getByLabel('Public key')
  await panel.getByRole('button', { name: 'Add SSH key' }).click()
  await expect(key).toHaveAccessibleDescription(/Public key is required/)
  await key.fill('-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----')
  await expect(key).toHaveAccessibleDescription(/This is a private key/)
  await key.fill('ssh-dss AAAAB3NzaC1kc3M=')
  await expect(key).toHaveAccessibleDescription(/Must begin with a key type/)
  await panel.getByRole('button', { name: 'Add SSH key' }).click()
  await expect(key).toBeFocused()
  expect(sent).toEqual([])
})

test('what only the server knows is shown in the panel', async ({ page }) => {
  await page.goto('/settings/ssh-keys-new')
  const panel = page.getByRole('dialog', { name: 'Add SSH key' })
  await panel.getByLabel('Name').fill(uniqueName('broken'))
  await panel.getByLabel('Public key').fill('ssh-ed25519 AAAA')
  await panel.getByRole('button', { name: 'Add SSH key' }).click()
  await expect(panel.getByRole('alert')).toContainText('is not an OpenSSH public key')
})

test('the screens of SSH keys are accessible', async ({ page, request }) => {
  const name = uniqueName('axe')
  const answer = await request.post('/v1/me/ssh-keys', { data: { name, description: '', public_key: publicKey } })
  expect(answer.status()).toBe(201)
  for (const path of ['/settings/ssh-keys', '/settings/ssh-keys-new', `/settings/ssh-keys/${name}/edit`]) {
    await page.goto(path)
    await expect(path.endsWith('keys') ? page.getByRole('table') : page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  }
})
