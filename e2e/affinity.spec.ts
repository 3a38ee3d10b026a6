import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { leaveOut } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

const long = `${'a'.repeat(30)}-${'b'.repeat(31)}1`

interface Made {
  id: string
  name: string
}

async function post(request: APIRequestContext, path: string, data?: object): Promise<Made> {
  const answer = await request.post(path, data && { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Made
}

type Kind = 'anti-affinity' | 'affinity'

const makeGroup = (request: APIRequestContext, project: string, kind: Kind, name: string, policy = 'allow') =>
  post(request, `/v1/${kind}-groups?project=${project}`, { name, description: '', policy, failure_domain: 'sled' })

/** Instances without disks or network, each in the state it settles in. */
async function makeInstances(request: APIRequestContext, project: string, names: string[], start = false) {
  const made: Made[] = []
  for (const name of names)
    made.push(
      await post(request, `/v1/instances?project=${project}`, {
        name,
        description: '',
        hostname: 'host',
        ncpus: 1,
        memory: 2 ** 30,
        start,
        network_interfaces: { type: 'none' },
      }),
    )
  for (const { id } of made)
    await expect
      .poll(async () => (await (await request.get(`/v1/instances/${id}`)).json()).run_state)
      .toBe(start ? 'running' : 'stopped')
  return made
}

const join = (request: APIRequestContext, kind: Kind, group: Made, instance: Made) =>
  post(request, `/v1/${kind}-groups/${group.id}/members/instance/${instance.id}`)

async function choose(page: Page, row: Locator, item: string) {
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('groups of both kinds are created, distinguished, edited and deleted', async ({ page, makeProject }) => {
  const project = await makeProject('affinity')
  await page.goto(`/projects/${project}`)
  await page.getByRole('link', { name: 'Affinity Groups' }).click()
  await expect(page).toHaveTitle(`Affinity Groups / ${project} / Projects / Skerry`)
  await expect(page.getByText('No affinity groups')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New affinity group' }).first().click()
  await expect(page).toHaveTitle(`New affinity group / Affinity Groups / ${project} / Projects / Skerry`)
  const panel = page.getByRole('dialog', { name: 'Create affinity group' })
  await expect(panel.getByRole('radio', { name: 'Anti-affinity' })).toBeChecked()
  await expect(panel.getByRole('radio', { name: 'Allow' })).toBeChecked()
  await expect(panel.getByRole('radio', { name: /^Sled/ })).toBeChecked()
  await expect(panel.getByRole('group', { name: 'Policy' })).toHaveAccessibleDescription(
    "Determines whether member instances are allowed to start when the anti-affinity rule can't be satisfied",
  )
  await expectAccessible(page)
  await panel.getByLabel('Name').fill(long)
  await panel.getByRole('button', { name: 'Create affinity group' }).click()
  await expect(notifications(page)).toContainText(`Anti-affinity group ${long} created`)
  await expect(page).toHaveURL(`/projects/${project}/affinity`)

  await page.getByRole('link', { name: 'New affinity group' }).click()
  await panel.getByText('on the same sled').click()
  await panel.getByText("don't start while").click()
  await panel.getByLabel('Name').fill('together')
  await panel.getByLabel('Description').fill('One sled')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await panel.getByRole('button', { name: 'Create affinity group' }).click()
  const request = await sent
  expect(new URL(request.url()).pathname).toBe('/v1/affinity-groups')
  expect(request.postDataJSON()).toEqual({
    name: 'together',
    description: 'One sled',
    policy: 'fail',
    failure_domain: 'sled',
  })

  const table = page.getByRole('table', { name: 'Affinity groups' })
  await expect(table.getByRole('row', { name: 'together' }).getByRole('cell')).toContainText([
    'together',
    'Affinity',
    '0',
    'Fail',
  ])
  await expectAccessible(page)
  await page.getByRole('group', { name: 'Type' }).getByRole('button', { name: 'Anti-affinity' }).click()
  await expect(table.getByRole('link')).toHaveText([long])
  await page.getByRole('group', { name: 'Type' }).getByRole('button', { name: 'All' }).click()
  await table.getByRole('button', { name: 'Policy' }).click()
  await expect(page).toHaveURL(/sort=policy_ascending/)
  await table.getByRole('button', { name: 'Policy' }).click()
  await expect(table.getByRole('link')).toHaveText(['together', long])

  await choose(page, table.getByRole('row', { name: 'together' }), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit affinity group' })
  await expect(page).toHaveURL(/\/affinity-groups\/together\/edit\?sort=policy_descending/)
  await expect(edit).toBeVisible()
  await expectAccessible(page)
  await edit.getByLabel('Name').fill('closer')
  await edit.getByRole('button', { name: 'Update affinity group' }).click()
  await expect(page).toHaveURL(`/projects/${project}/affinity?sort=policy_descending`)
  await expect(table.getByRole('link')).toHaveText(['closer', long])

  await choose(page, table.getByRole('row', { name: long }), 'Delete')
  const remove = page.getByRole('alertdialog', { name: 'Delete anti-affinity group' })
  await expect(remove).toContainText(`${long} is permanently deleted`)
  await remove.getByRole('button', { name: 'Confirm' }).click()
  await expect(notifications(page)).toContainText(`Anti-affinity group ${long} deleted`)
  await expect(table.getByRole('link')).toHaveText(['closer'])
})

test('members are added while stopped, counted, and removed', async ({ page, request, makeProject }) => {
  const project = await makeProject('members')
  const group = await makeGroup(request, project, 'anti-affinity', long, 'fail')
  await makeInstances(request, project, ['still', 'free'])
  await makeInstances(request, project, ['busy'], true)
  await page.goto(`/projects/${project}/affinity/${long}`)
  await expect(page).toHaveTitle(`${long} / Affinity Groups / ${project} / Projects / Skerry`)
  await expect(page.getByRole('link', { name: 'Affinity Groups', exact: true }).first()).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(page.getByText('No members')).toBeVisible()
  await expect(page.getByText(group.id)).toBeAttached()

  await page.getByRole('button', { name: 'Add instance' }).first().click()
  const modal = page.getByRole('dialog', { name: 'Add instance' })
  const busy = page.getByRole('option', { name: /^busy/ })
  await expect(busy).toHaveAttribute('aria-disabled', 'true')
  await expect(busy).toContainText('Only a stopped instance can be added to an affinity group')
  await modal.getByRole('combobox', { name: 'Instance' }).fill('sti')
  await page.keyboard.press('Enter')
  await modal.getByRole('button', { name: 'Add instance' }).click()
  await expect(notifications(page)).toContainText(`Instance still added to ${long}`)
  const members = page.getByRole('table', { name: 'Members' })
  await expect(members.getByRole('row', { name: 'still' })).toContainText('Stopped')
  await expect(members.getByRole('link', { name: 'still' })).toHaveAttribute(
    'href',
    `/projects/${project}/instances/still/settings`,
  )
  await expect(page.getByRole('heading', { name: 'Members 1 of 32' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add instance' }).click()
  await expect(page.getByRole('option', { name: /^busy/ })).toBeVisible()
  await expect(page.getByRole('option', { name: 'free' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'still' })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[role=option][data-highlighted]')).toContainText('topped')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Affinity Groups', exact: true }).first().click()
  await expect(page.getByRole('row', { name: long }).getByRole('cell').nth(2)).toHaveText('1')
  await page.getByRole('link', { name: long }).click()
  await choose(page, members.getByRole('row', { name: 'still' }), 'Remove from group')
  const question = page.getByRole('alertdialog', { name: 'Remove from group' })
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(notifications(page)).toContainText(`Instance still removed from ${long}`)
  await expect(page.getByText('No members')).toBeVisible()
})

test('no instance can be added when all are members or the group is full', async ({ page, request, makeProject }) => {
  const project = await makeProject('full')
  const group = await makeGroup(request, project, 'affinity', 'full')
  const add = page.getByRole('button', { name: 'Add instance' }).first()
  await page.goto(`/projects/${project}/affinity-groups/full`)
  await expect(add).toHaveAccessibleDescription('This project has no instances')

  const first = Array.from({ length: 31 }, (_, index) => `member-${index}`)
  for (const instance of await makeInstances(request, project, first)) await join(request, 'affinity', group, instance)
  await page.reload()
  await expect(add).toHaveAccessibleDescription('All instances of this project are already members')
  const [last] = await makeInstances(request, project, ['last', 'left-over'])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Members 31 of 32' })).toBeVisible()
  await expect(add).toBeEnabled()
  await join(request, 'affinity', group, last!)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(add).toHaveAccessibleDescription('A group has at most 32 members')
  await expect(add).toHaveAttribute('aria-disabled', 'true')
})

test('groups of different kinds can share a name; a group is edited and deleted from its page too', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('both')
  const apart = await makeGroup(request, project, 'anti-affinity', 'pair')
  const together = await makeGroup(request, project, 'affinity', 'pair')
  const idOf = ({ id }: Made) => page.getByRole('definition').filter({ hasText: id })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/projects/${project}/affinity`)
  for (const [type, group] of [
    ['Anti-affinity', apart],
    ['Affinity', together],
  ] as const) {
    await page
      .getByRole('row', { name: `pair ${type}` })
      .getByRole('link')
      .click()
    await expect(idOf(group)).toBeVisible()
    await page.goBack()
  }
  await page.goto(`/projects/${project}/affinity-groups/${together.id}`)
  await expect(page.getByRole('heading', { name: 'pair', level: 1 })).toBeVisible()
  const overflow = await idOf(together).evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.goto(`/projects/${project}/delete`)
  const left = page
    .getByRole('dialog', { name: 'Delete project' })
    .getByRole('region', { name: 'Affinity groups', exact: true })
  await expect(left.getByRole('link')).toHaveCount(2)
  await left.getByRole('link', { name: 'pair' }).click()
  await expect(idOf(together)).toBeVisible()

  await page.getByRole('button', { name: 'Group actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit affinity group' }).getByLabel('Name').fill('nearer')
  await page.getByRole('button', { name: 'Update affinity group' }).click()
  await expect(page).toHaveURL(`/projects/${project}/affinity-groups/nearer`)
  await expect(page.getByRole('heading', { name: 'nearer', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const actions = page.getByRole('dialog', { name: 'Quick actions' })
  await actions.getByRole('combobox').fill('delete group')
  await expect(actions.getByRole('option', { selected: true })).toContainText('Delete')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(`/projects/${project}/affinity`)
  await expect(page.getByRole('table', { name: 'Affinity groups' }).getByRole('link')).toHaveText(['pair'])
})

test('member counts come with the list, or from other servers for the rows in view', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('many')
  const names = Array.from({ length: 150 }, (_, index) => `group-${String(index).padStart(3, '0')}`)
  for (let at = 0; at < names.length; at += 20)
    await Promise.all(
      names
        .slice(at, at + 20)
        .map((name, index) => makeGroup(request, project, index % 2 ? 'affinity' : 'anti-affinity', name)),
    )
  const counted: string[] = []
  page.on('request', (each) => {
    if (each.url().includes('/members')) counted.push(each.url())
  })
  await page.goto(`/projects/${project}/affinity`)
  const table = page.getByRole('table', { name: 'Affinity groups' })
  await expect(table).toHaveAttribute('aria-rowcount', '151')
  await expect(table.getByRole('row', { name: 'group-000' }).getByRole('cell').nth(2)).toHaveText('0')
  expect(counted).toEqual([])

  await leaveOut(page, /\/v1\/(anti-)?affinity-groups\?/, 'member_count')
  await page.reload()
  await expect(table.getByRole('row', { name: 'group-010' }).getByRole('cell').nth(2)).toHaveText('0')
  await page.getByRole('searchbox', { name: 'Filter affinity groups' }).fill('group-149')
  await expect(page.getByText('1 of 150')).toBeVisible()
  await expect(table.getByRole('row', { name: 'group-149' }).getByRole('cell').nth(2)).toHaveText('0')
  expect(counted.length).toBeGreaterThan(10)
  expect(counted.length).toBeLessThan(60)
})
