import { get, mayOnlyLook, notifications } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

interface Sled {
  baseboard: { serial: string }
  policy: { kind: string }
}

test('a probe is created on a sled, viewed and deleted; users without access see why they cannot create one', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject()
  const { items } = await get<{ items: Sled[] }>(request, '/v1/system/hardware/sleds')
  const serialOf = (kind: string) => items.find(({ policy }) => policy.kind === kind)!.baseboard.serial
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('link', { name: 'Probes' }).click()
  await expect(page).toHaveTitle(`Probes / ${project} / Projects / Skerry`)
  await page.getByRole('main').getByRole('link', { name: 'New probe' }).first().click()
  const create = page.getByRole('dialog', { name: 'Create probe' })
  await create.getByRole('button', { name: 'Create probe' }).click()
  await expect(create.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/)
  await create.getByLabel('Name').fill('lookout')
  await create.getByLabel('Description').fill('Asks each gauge once a minute')
  const sled = create.getByRole('combobox', { name: 'Sled' })
  await sled.click()
  await expect(page.getByRole('option', { name: serialOf('expunged') })).toHaveAttribute('aria-disabled', 'true')
  await sled.fill(serialOf('in_service'))
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await create.getByRole('button', { name: 'Create probe' }).click()
  await expect(notifications(page)).toContainText('Probe lookout created')

  const row = page.getByRole('row', { name: 'lookout' })
  await expect(row).toContainText(/198\.18\.\d+\.\d+.*172\.30\.0\.5/)
  await row.getByRole('link', { name: 'lookout' }).click()
  await expect(page).toHaveTitle(`lookout / Probes / ${project} / Projects / Skerry`)
  await expect(page.getByText('Asks each gauge once a minute')).toBeVisible()
  await expect(page.getByText('172.30.0.0/22')).toBeVisible()
  await expect(page.getByRole('table', { name: 'External IPs' })).toContainText(/198\.18.*Ephemeral.*All/)
  await expectAccessible(page)

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Probes' }).click()
  await page.getByRole('main').getByRole('link', { name: 'New probe' }).first().click()
  await create.getByLabel('Name').fill('lookout')
  await sled.fill(serialOf('in_service'))
  await page.keyboard.press('Enter')
  await create.getByRole('button', { name: 'Create probe' }).click()
  await expect(create.getByRole('alert')).toContainText('Probe name already exists')
  await page.goto(`/projects/${project}/delete`)
  await page.getByRole('dialog').getByRole('link', { name: 'lookout' }).click()
  await page.getByRole('button', { name: 'Probe actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog', { name: 'Delete probe' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(`/projects/${project}/probes`)
  await expect(page.getByText('No probes')).toBeVisible()

  await mayOnlyLook(page, project)
  await page.reload()
  await expect(page.getByRole('button', { name: 'New probe' }).first()).toHaveAccessibleDescription(
    'Needs project collaborator; you have viewer',
  )
})
