import type { Page } from '@playwright/test'
import { breakReads, goWithin } from './answers.ts'
import { makeDisk, makeInstance } from './instance.ts'
import { post } from './network.ts'
import { makeSilo } from './silo.ts'
import { expect, test } from './test.ts'

/** The text of a part of the page that shows old data. */
const notes = (page: Page) => page.getByRole('status').filter({ hasText: 'Could not be refreshed: Out of order' })

test('each part of a page whose refresh failed says so once, keeps its rows, and offers a retry', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('stale')
  const group = { name: 'apart', description: '', policy: 'allow', failure_domain: 'sled' }
  await post(request, `/v1/anti-affinity-groups?project=${project}`, group)
  await makeInstance(request, project, { name: 'web' })
  await post(request, `/v1/anti-affinity-groups/apart/members/instance/web?project=${project}`, {})
  await makeDisk(request, project, 'data')
  const { name: silo } = await makeSilo(request)
  const me = (await (await request.get('/v1/me')).json()) as { id: string }

  const [instance, vpc] = [`/projects/${project}/instances/web`, `/projects/${project}/vpcs/default`]
  const [silos, inventory, bgp] = [`/system/silos/${silo}`, '/system/inventory', '/system/networking/bgp']
  // Each with a text that only the loaded page has, and how many parts report the failure: header, tables and cards.
  // Other tests may fill the lists of BGP meanwhile.
  const pages: [path: string, shown: string | RegExp, parts: number][] = [
    [`${instance}/storage`, 'No boot disk is set', 2],
    [`${instance}/networking`, 'net0', 4],
    [`${instance}/connect`, 'No SSH keys were added', 3],
    [`${instance}/settings`, 'apart', 3],
    [`${vpc}/firewall-rules`, 'allow-ssh', 2],
    [`${vpc}/subnets`, '172.30.0.0/22', 2],
    [`${vpc}/topology`, 'Subnet default', 2],
    [`${silos}/access`, 'No roles assigned', 2],
    [`${silos}/quotas`, 'Memory', 2],
    [`${silos}/ip-pools`, 'No IP pools', 2],
    [`${silos}/users`, 'No users', 2],
    [`/access/users/${me.id}`, 'Roles in projects', 4],
    [`${inventory}/sleds`, 'In service', 1],
    // Sleds, which are shown before, are active too.
    [`${inventory}/racks`, 'Created', 1],
    [`${inventory}/sleds-uninitialized`, /^(No uninitialized sleds|Not added yet)$/, 1],
    [`${bgp}/peers`, /^(No BGP peers|Local ASN)$/, 1],
    [`${bgp}/announce-sets`, /^(No announce sets|Description)$/, 1],
    [`${bgp}/routes`, /^(Nothing is exported.*|Peer)$/, 1],
    [`/projects/${project}/disks`, 'data', 1],
  ]
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  for (const [path, shown, parts] of pages) {
    await goWithin(page, path)
    const main = page.getByRole('main')
    await expect(main.getByText(shown).first(), path).toBeVisible()
    await expect(main.locator('[aria-busy=true]:not(button)'), path).toHaveCount(0)
    const mend = await breakReads(page, /\/v1\//)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(notes(page), path).toHaveCount(parts)
    await expect(main.getByText(shown).first(), path).toBeVisible()
    await mend(() => notes(page).last().getByRole('button', { name: 'Try again' }).click())
    await expect(notes(page), path).not.toHaveCount(parts)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(notes(page), path).toHaveCount(0)
  }
  await breakReads(page, '**/v1/system/hardware/switches?*')
  await goWithin(page, `${inventory}/switches`)
  await expect(page.getByRole('heading', { name: 'Something went wrong.', level: 2 })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inventory')
})

test('a project shows that roles in the silo are missing while they cannot be read', async ({ page, makeProject }) => {
  const project = await makeProject()
  const mend = await breakReads(page, '**/v1/policy')
  await page.goto(`/projects/${project}/access`)
  await expect(page.getByRole('alert')).toContainText('Roles in the silo, which count here too, could not be read')
  await mend(() => page.getByRole('alert').getByRole('button', { name: 'Try again' }).click())
  await expect(page.getByRole('cell', { name: 'Admin as silo admin' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('while the fleet policy cannot be read, no page claims that the user is no operator', async ({ page }) => {
  const mend = await breakReads(page, '**/v1/system/policy')
  await page.goto('/system/silos')
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to console' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  const areas = page.getByRole('button', { name: 'Area: Silo' })
  await expect(areas).toBeHidden()
  await mend()
  // It is read again without a user, and within a minute.
  await expect(areas).toBeVisible()
  await areas.click()
  await page.getByRole('menuitem', { name: 'System' }).click()
  await expect(page).toHaveURL(/\/system/)
})
