import { choose, mayOnlyLook, notifications, post } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

const inVpc = (project: string) => `vpc=default&project=${project}`
const path = (project: string, rest = '') => `/projects/${project}/vpcs/default/routers${rest}`
const makeRouter = (request: Parameters<typeof post>[0], project: string, name: string) =>
  post(request, `/v1/vpc-routers?${inVpc(project)}`, { name, description: '' })

test('a router is created, renamed and deleted; the system router stays', async ({ page, makeProject }) => {
  const project = await makeProject('routers')
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await page.getByRole('tab', { name: 'Routers' }).click()
  await expect(page).toHaveTitle(`Routers / default / VPCs / ${project} / Projects / Skerry`)
  await page.getByRole('link', { name: 'New router' }).click()
  const panel = page.getByRole('dialog', { name: 'Create router' })
  await expect(panel).toBeVisible()
  await expectAccessible(page)
  await panel.getByLabel('Name').fill('system')
  await panel.getByRole('button', { name: 'Create router' }).click()
  await expect(panel.getByLabel('Name')).toHaveAccessibleDescription(/already exists/)
  await panel.getByLabel('Name').fill('aside')
  await panel.getByRole('button', { name: 'Create router' }).click()
  await expect(notifications(page)).toContainText('Router aside created')
  const table = page.getByRole('table', { name: 'Routers' })
  await expect(table.getByRole('link')).toHaveText(['aside', 'system'])
  await expectAccessible(page)
  await choose(page, table.getByRole('row', { name: 'aside' }), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit router' })
  await expect(edit).toBeVisible()
  await expectAccessible(page)
  await edit.getByLabel('Name').fill('mine')
  await edit.getByRole('button', { name: 'Update router' }).click()
  await expect(table.getByRole('link')).toHaveText(['mine', 'system'])

  await table.getByRole('row', { name: 'system' }).getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(
    'The system router cannot be deleted',
  )
  await page.keyboard.press('Escape')
  await table.getByRole('link', { name: 'mine' }).click()
  await expect(page).toHaveTitle(`mine / Routers / default / VPCs / ${project} / Projects / Skerry`)
  await page.getByRole('button', { name: 'Router actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete router' })
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(path(project))
  await expect(table.getByRole('link')).toHaveText(['system'])
})

test('a route is created, edited and deleted', async ({ page, request, makeProject }) => {
  const project = await makeProject('routers')
  await makeRouter(request, project, 'aside')
  await page.goto(path(project, '/aside'))
  await expect(page.getByText('No routes')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New route' }).first().click()
  await expect(page).toHaveTitle(`New route / aside / Routers / default / VPCs / ${project} / Projects / Skerry`)
  const panel = page.getByRole('dialog', { name: 'Create route' })
  const create = panel.getByRole('button', { name: 'Create route' })
  await expect(create).toBeVisible()
  await expectAccessible(page)
  await panel.getByLabel('Name').fill('out')
  const destination = panel.getByRole('textbox', { name: 'Destination' })
  const target = panel.getByRole('textbox', { name: 'Target' })
  await destination.fill('10.9.0.0/33')
  await target.fill('10.9.0')
  await create.click()
  await expect(destination).toHaveAccessibleDescription('Max width for IPv4 is 32')
  await expect(target).toHaveAccessibleDescription('Not a valid IP address')
  await destination.fill('10.9.0.0/16')
  await target.fill('fd00::1')
  await create.click()
  await expect(target).toHaveAccessibleDescription('A route cannot mix IPv4 and IPv6')
  await panel.getByRole('combobox', { name: 'Target type' }).click()
  await page.getByRole('option', { name: 'Drop' }).click()
  await expect(target).toHaveCount(0)
  await panel.getByRole('combobox', { name: 'Target type' }).click()
  await page.getByRole('option', { name: 'Internet gateway' }).click()
  await panel.getByRole('combobox', { name: 'Target', exact: true }).fill('def')
  await page.getByRole('option', { name: 'default' }).click()
  await create.click()
  await expect(notifications(page)).toContainText('Route out created')
  const row = page.getByRole('table', { name: 'Routes' }).getByRole('row', { name: 'out' })
  await expect(row.getByRole('cell')).toContainText([
    'out',
    'Custom',
    'IP network 10.9.0.0/16',
    'Internet gateway default',
  ])

  await choose(page, row, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit route' })
  // A concurrent change is kept where the form changed nothing.
  const same = {
    destination: { type: 'ip_net', value: '10.9.0.0/16' },
    target: { type: 'internet_gateway', value: 'default' },
  }
  const data = { ...same, description: 'By somebody else' }
  expect((await request.put(`/v1/vpc-router-routes/out?router=aside&${inVpc(project)}`, { data })).status()).toBe(200)
  await edit.getByRole('combobox', { name: 'Destination type' }).click()
  await page.getByRole('option', { name: 'Subnet' }).click()
  await edit.getByRole('combobox', { name: 'Destination', exact: true }).fill('def')
  await page.getByRole('option', { name: 'default' }).click()
  await edit.getByRole('combobox', { name: 'Target type' }).click()
  await page.getByRole('option', { name: 'Drop' }).click()
  const sent = page.waitForRequest((each) => each.method() === 'PUT')
  await edit.getByRole('button', { name: 'Update route' }).click()
  expect((await sent).postDataJSON()).toEqual({
    name: 'out',
    description: 'By somebody else',
    destination: { type: 'subnet', value: 'default' },
    target: { type: 'drop' },
  })
  await expect(row).toContainText('Drop')
  await choose(page, row, 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete route' })
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No routes')).toBeVisible()
})

test('in the system router only the targets of default routes can be changed; viewers change nothing', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('routers')
  await makeRouter(request, project, 'aside')
  await page.goto(path(project, '/system'))
  await expect(page.getByRole('button', { name: 'New route' })).toHaveAccessibleDescription(
    'Routes cannot be added to the system router',
  )
  const row = page.getByRole('row', { name: 'default-v4' })
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(
    'A default route of the system router cannot be deleted',
  )
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit route' })
  await expect(edit.getByText('Only the target of a default route can be changed.')).toBeVisible()
  await expect(edit.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
  await expectAccessible(page)
  await edit.getByRole('combobox', { name: 'Target type' }).click()
  await page.getByRole('option', { name: 'Drop' }).click()
  await edit.getByRole('button', { name: 'Update route' }).click()
  await expect(notifications(page)).toContainText('Route default-v4 updated')
  await expect(row).toContainText('Drop')

  await page.getByRole('row', { name: 'Subnet default' }).getByRole('link').click()
  const details = page.getByRole('dialog', { name: 'default' })
  await expect(details).toContainText('A route of kind vpc_subnet cannot be changed: it belongs to a subnet')
  await expectAccessible(page)

  await mayOnlyLook(page, project)
  const reason = 'Needs project collaborator; you have viewer'
  await page.goto(path(project))
  await expect(page.getByRole('button', { name: 'New router' })).toHaveAccessibleDescription(reason)
  await page.getByRole('link', { name: 'aside' }).click()
  await expect(page.getByRole('button', { name: 'New route' }).first()).toHaveAccessibleDescription(reason)
})
