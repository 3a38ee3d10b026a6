import { expect, expectAccessible, test, uniqueName } from './test.ts'

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ1Yk6Z7bM3m0H3sJ1vT2r1q8cRkW5XgC1nL1q3Fz7bY ada@laptop'

test('a key is validated, added, viewed, copied and deleted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = uniqueName('laptop')
  await page.goto('/settings/ssh-keys')
  await page.getByRole('link', { name: 'Add SSH key' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Add SSH key' })
  const add = panel.getByRole('button', { name: 'Add SSH key' })
  const key = panel.getByLabel('Public key')
  await panel.getByLabel('Name').fill(name)
  await panel.getByLabel('Description').fill('At home')

  await test.step('what is no public key is refused before it is sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await add.click()
    await expect(key).toHaveAccessibleDescription(/Public key is required/)
    await key.fill('-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----')
    await expect(key).toHaveAccessibleDescription(/This is a private key/)
    await key.fill('ssh-dss AAAAB3NzaC1kc3M=')
    await expect(key).toHaveAccessibleDescription(/Must begin with a known key type/)
    await add.click()
    await expect(key).toBeFocused()
    expect(sent).toEqual([])
  })

  // The panel shows the server's error.
  await key.fill('ssh-ed25519 AAAA')
  await add.click()
  await expect(panel.getByRole('alert')).toContainText('is not an OpenSSH public key')
  await expectAccessible(page)
  await key.fill(publicKey)
  await add.click()
  await expect(page).toHaveURL('/settings/ssh-keys')

  const row = page.getByRole('row', { name })
  await expect(row).toContainText('At home')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy public key' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(publicKey)

  await row.getByRole('link', { name }).click()
  const details = page.getByRole('dialog', { name })
  await expect(details.getByRole('region', { name: 'Public key' })).toContainText(publicKey)
  await expect(details.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
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
  // The outcome is reported even if the user does not wait.
  await confirm.getByRole('button', { name: 'Close' }).last().click()
  await expect(confirm).toBeHidden()
  await expect(row).toBeVisible()
  release()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`SSH key ${name} deleted`)
  await expect(row).toHaveCount(0)
})
