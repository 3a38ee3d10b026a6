import { test } from './live.ts'
import { makeDisk, makeImage, makeInstance, makeSnapshot, notifications, post } from './storage.ts'
import { expect } from './test.ts'

test.use({ isLive: true })

test('an instance is not created with what was deleted or taken since it was chosen', async ({
  page,
  elsewhere,
  project,
}) => {
  await makeDisk(elsewhere, project, 'source', 1)
  const snapshot = await makeSnapshot(elsewhere, project, 'copy', 'source')
  const image = await makeImage(elsewhere, project, 'soon-gone', snapshot.id)
  await makeImage(elsewhere, project, 'stays', snapshot.id)
  await post(elsewhere, `/v1/floating-ips?project=${project}`, { name: 'soon-taken', description: '' })
  const public_key = `ssh-ed25519 ${btoa(`\0\0\0\x0bssh-ed25519\0\0\0 ${'k'.repeat(32)}`)}`
  const key = await post(elsewhere, '/v1/me/ssh-keys', { name: 'laptop', description: '', public_key })
  const network = { network_interfaces: { type: 'default' }, start: false, ncpus: 1, memory: 2 ** 30 }
  await post(elsewhere, `/v1/instances?project=${project}`, {
    name: 'other',
    description: '',
    hostname: 'other',
    ...network,
  })

  await page.goto(`/projects/${project}/instances-new`)
  const form = page.getByRole('form', { name: 'Create instance' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('web')
  await form.getByRole('tab', { name: 'Project images' }).click()
  await form.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: /^soon-gone/ }).click()
  await form.getByRole('checkbox', { name: /^soon-taken/ }).check()
  await expect(form.getByRole('checkbox', { name: /^laptop/ })).toBeChecked()
  await elsewhere.delete(`/v1/images/${image.id}`)
  await elsewhere.delete(`/v1/me/ssh-keys/${key.id}`)
  const parent = { kind: 'instance', parent: 'other' }
  await post(elsewhere, `/v1/floating-ips/soon-taken/attach?project=${project}`, parent)
  for (const gone of [/^soon-taken/, /^laptop/])
    await expect(form.getByRole('checkbox', { name: gone })).toHaveAccessibleDescription(/No longer available/)
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('Boot diskNot chosen')

  await form.getByRole('button', { name: 'Create instance' }).click()
  await expect(form.getByText('No longer available: choose another')).toBeVisible()
  await expect(form.getByText('Some of the floating IPs are no longer available')).toBeVisible()
  await expect(form.getByText('Some of the keys are no longer available')).toBeVisible()
  await form.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: /^stays/ }).click()
  await form.getByRole('checkbox', { name: /^soon-taken/ }).click()
  await form.getByRole('checkbox', { name: /^laptop/ }).click()
  await expect(form.getByText('This project has no unattached floating IPs.')).toBeVisible()
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    form.getByRole('link', { name: 'Create one in a new tab' }).click(),
  ])
  await expect(tab).toHaveURL(`/projects/${project}/floating-ips-new`)
  await tab.close()
  await form.getByRole('button', { name: 'Create instance' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances/web/storage`)
})

test('a disk that another instance took since it was chosen is not attached without a word', async ({
  page,
  elsewhere,
  project,
}) => {
  await makeDisk(elsewhere, project, 'wanted', 1)
  for (const name of ['one', 'other']) await makeInstance(elsewhere, project, name)
  await page.goto(`/projects/${project}/instances/one/storage`)
  await page.getByRole('button', { name: 'Attach existing disk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach existing disk' })
  await dialog.getByRole('combobox', { name: 'Disk' }).click()
  await page.getByRole('option', { name: /^wanted/ }).click()
  await post(elsewhere, `/v1/instances/other/disks/attach?project=${project}`, { disk: 'wanted' })
  await expect(dialog.getByRole('combobox', { name: 'Disk' })).not.toHaveValue('wanted')
  await dialog.getByRole('button', { name: 'Attach disk' }).click()
  await expect(dialog.getByText('No longer available: choose another')).toBeVisible()
  await expect(notifications(page)).toHaveCount(0)
})

test('an ephemeral IP that no pool can give any more is not asked for', async ({ page, elsewhere, project }) => {
  await makeDisk(elsewhere, project, 'source', 1)
  await makeImage(elsewhere, project, 'small', (await makeSnapshot(elsewhere, project, 'copy', 'source')).id)
  let isFull = false
  await page.route(/\/v1\/ip-pools\?/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { items: object[] }
    const utilization = { ipv4: { allocated: 16, capacity: 16 }, ipv6: { allocated: '0', capacity: '0' } }
    const items = body.items.map((pool) => ({ ...pool, utilization }))
    return route.fulfill({ response, json: isFull ? { ...body, items } : body })
  })
  await page.goto(`/projects/${project}/instances-new`)
  const form = page.getByRole('form', { name: 'Create instance' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).first().fill('web')
  await form.getByRole('tab', { name: 'Project images' }).click()
  await form.getByRole('combobox', { name: 'Image' }).click()
  await page.getByRole('option', { name: /^small/ }).click()
  const ephemeral = form.getByRole('switch', { name: 'Ephemeral IP' })
  await expect(ephemeral).toBeChecked()
  isFull = true
  await post(elsewhere, `/v1/floating-ips?project=${project}`, { name: 'last', description: '' })
  await expect(ephemeral).toBeDisabled()
  await expect(ephemeral).not.toBeChecked()
  const sent = page.waitForRequest((each) => each.method() === 'POST' && each.url().includes('/v1/instances?'))
  await form.getByRole('button', { name: 'Create instance' }).click()
  expect((await sent).postDataJSON().external_ips).toEqual([])
})
