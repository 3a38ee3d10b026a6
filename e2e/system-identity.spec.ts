import { test } from './demo.ts'
import { choose, notifications } from './network.ts'
import { makeSilo } from './silo.ts'
import { expect, expectAccessible } from './test.ts'

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test('roles and built-in users are listed, searched and viewed', async ({ page }) => {
  await page.goto('/system/networking/ip-pools')
  await page.getByRole('link', { name: 'Roles', exact: true }).click()
  await expect(page).toHaveTitle('Roles / Skerry')
  await page.setViewportSize(phone)
  const rows = page.getByRole('table', { name: 'Roles' }).getByRole('row')
  await expect(rows).toHaveCount(10)
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Filter roles' }).fill('collab')
  await expect(rows).toHaveCount(4)
  await page.getByRole('link', { name: 'silo.collaborator' }).click()
  await expect(page).toHaveTitle('Role / Roles / Skerry')
  const panel = page.getByRole('dialog', { name: 'silo.collaborator' })
  await expect(panel.getByText('Description')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/system/roles')

  await page.setViewportSize(desktop)
  await page.getByRole('link', { name: 'Built-in Users' }).click()
  await expect(page).toHaveTitle('Built-in Users / Skerry')
  await page.setViewportSize(phone)
  const link = page.getByRole('table', { name: 'Built-in Users' }).getByRole('link').first()
  const name = (await link.textContent())!
  await expectAccessible(page)
  await link.click()
  await expect(page).toHaveTitle('Built-in user / Built-in Users / Skerry')
  await expect(page.getByRole('dialog', { name }).getByText('Description')).toBeVisible()
  for (const path of ['roles/silo.emperor', 'users-builtin/nobody']) {
    await page.goto(`/system/${path}`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('fleet roles are given to users of any silo, and mapped from silo roles', async ({ openAs }) => {
  const page = await openAs('astrid-berg')
  const { name } = await makeSilo(page.request, { mapped_fleet_roles: { viewer: ['viewer'] }, discoverable: false })
  await page.goto('/system/silos')
  await page.getByRole('link', { name: 'Fleet Access' }).click()
  await expect(page).toHaveTitle('Fleet Access / Skerry')
  const row = (who: string) => page.getByRole('table', { name: 'Roles' }).getByRole('row', { name: who })
  await expect(row('nils-aker')).toContainText('User of default')
  await expect(row('nils-aker')).toContainText('Viewer')
  await expect(row('Any silo admin in default')).toContainText('Admin')
  await expect(row(`Any silo viewer in ${name}`)).toContainText('Viewer')

  await page.getByRole('button', { name: 'Add user or group' }).click()
  const add = page.getByRole('dialog', { name: 'Add user or group' })
  const identity = add.getByRole('combobox', { name: 'User or group' })
  await identity.click()
  await identity.fill('otto')
  await page.getByRole('option', { name: /otto-brandt.*User of north-quay/ }).click()
  await add.getByRole('radio', { name: /Viewer/ }).check()
  await expect(add).toContainText('A fleet role trusts the identity provider of the user')
  await add.getByRole('button', { name: 'Add user or group' }).click()
  await expect(notifications(page)).toContainText('User otto-brandt is now viewer of the fleet')
  await choose(page, row('otto-brandt'), 'Remove')
  await page.getByRole('alertdialog', { name: 'Remove role' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(row('otto-brandt')).toHaveCount(0)
  await page.setViewportSize(phone)
  await expectAccessible(page)

  await choose(page, row(`Any silo viewer in ${name}`), 'View silo')
  await expect(page).toHaveTitle(`Fleet Roles / ${name} / Silos / Skerry`)
})

test('operators view the access of any silo, and change it if they may', async ({ openAs }) => {
  const page = await openAs('nils-aker')
  await page.goto('/system/silos/north-quay/access')
  const row = page.getByRole('table', { name: 'Roles' }).getByRole('row', { name: 'hanna-virtanen' })
  await expect(row).toContainText('Admin')
  const reason = 'Needs fleet collaborator; you have viewer'
  await expect(page.getByRole('button', { name: 'Add user or group' })).toHaveAccessibleDescription(reason)
  await page.getByRole('link', { name: 'Fleet Access' }).click()
  await expect(page.getByRole('button', { name: 'Add user or group' })).toHaveAccessibleDescription(
    'Needs fleet admin; you have viewer',
  )
})

test('users without a fleet role find none of it', async ({ openAs }) => {
  const page = await openAs('ines-costa')
  for (const path of ['access', 'roles', 'users-builtin', 'silos', 'quotas', 'utilization', 'networking/ip-pools']) {
    await page.goto(`/system/${path}`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await expect(page.getByRole('button', { name: 'Area: Silo' })).toHaveCount(0)
})
