import type { Request } from '@playwright/test'
import { goWithin, untilHandled } from './answers.ts'
import { makeDisk, makeInstance } from './instance.ts'
import { get, post } from './network.ts'
import { watchRows } from './rows.ts'
import { settle } from './settle.ts'
import { expect, test } from './test.ts'

test('a page that re-renders does not re-render unchanged rows', async ({ page, request, makeProject }) => {
  const project = await makeProject('rows')
  await makeInstance(request, project, { name: 'web' })
  await makeDisk(request, project, 'data')
  const group = { name: 'apart', description: '', policy: 'allow', failure_domain: 'sled' }
  await post(request, `/v1/anti-affinity-groups?project=${project}`, group)
  const [vpc, inventory] = [`/projects/${project}/vpcs/default`, '/system/inventory']
  const list = await get<{ items: { id: string }[] }>(request, '/v1/system/hardware/switches')
  const lists = [
    '/projects',
    '/access',
    '/access/users',
    `/projects/${project}/access`,
    `/projects/${project}/instances`,
    `/projects/${project}/disks`,
    `/projects/${project}/affinity`,
    `/projects/${project}/vpcs`,
    `${vpc}/firewall-rules`,
    `${vpc}/subnets`,
    `${vpc}/routers`,
    `${vpc}/internet-gateways`,
    '/system/silos',
    '/system/quotas',
    '/system/utilization',
    '/system/roles',
    '/system/access',
    '/system/users-builtin',
    '/system/alert-classes',
    '/system/metrics/schemas',
    '/system/networking/ip-pools',
    '/system/networking/ip-pools/default',
    '/system/networking/switch-ports',
    `${inventory}/sleds`,
    `${inventory}/disks`,
    `${inventory}/racks`,
    `${inventory}/switches`,
    `${inventory}/switches/${list.items[0]!.id}`,
  ]
  const asked = new Set<Request>()
  // Playwright does not see how the request for a shared worker's code ends.
  page.on('request', (each) => !each.url().includes('/feed-worker-') && asked.add(each))
  page.on('requestfinished', (each) => asked.delete(each))
  page.on('requestfailed', (each) => asked.delete(each))
  await page.goto('/settings/profile')
  await expect(page).toHaveTitle(/^Profile/)
  for (const path of lists) {
    const left = await page.title()
    await goWithin(page, path)
    await expect(page, path).not.toHaveTitle(left)
    await expect(page.locator('tbody tr[data-row-id]').first(), path).toBeVisible()
    await settle(page)
    await expect.poll(() => asked.size, { message: path }).toBe(0)
    await untilHandled(page)
    const renders = await watchRows(page)
    const filter = page.getByRole('searchbox').first()
    // A blank matches all rows, and still re-renders the page.
    await filter.fill(' ')
    await expect(filter).toHaveValue(' ')
    expect(await renders(), path).toBe(0)
  }
})

test('a report of hundreds of lines renders those in view, and a result re-renders its own line', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('many')
  await makeDisk(request, project, 'data')
  const disk = await get<{ id: string }>(request, `/v1/disks/data?project=${project}`)
  const items = Array.from({ length: 300 }, (_, at) => ({
    ...disk,
    id: disk.id.slice(0, -4) + String(at).padStart(4, '0'),
    name: `disk-${String(at).padStart(4, '0')}`,
  }))
  await page.route(/\/v1\/disks\?/, (route) => route.fulfill({ json: { items, next_page: null } }))
  const held: (() => void)[] = []
  await page.route(/\/v1\/disks\/[^?]+$/, async (route) => {
    if (held.length < 7) await new Promise<void>((resolve) => held.push(resolve))
    await route.fulfill({ status: 204 })
  })
  await page.goto(`/projects/${project}/disks`)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Delete 300 of 300' }).click()
  const report = page.getByRole('dialog', { name: 'Delete disks' })
  await expect(report.getByRole('status')).toHaveText('300 of 300 will be done')
  await expect(report.getByRole('row', { name: 'disk-0000' })).toContainText('Will be done')
  await expect.poll(() => report.getByRole('row').count()).toBeLessThan(60)
  await report.getByRole('button', { name: 'Delete 300' }).click()
  await expect.poll(() => held.length).toBe(6)
  await expect(report.getByRole('row', { name: 'disk-0005' })).toContainText('In progress')

  const renders = await watchRows(page)
  held[0]!()
  await expect(report.getByRole('row', { name: 'disk-0000' })).toContainText('Done')
  await expect(report.getByRole('row', { name: 'disk-0006' })).toContainText('In progress')
  expect(await renders()).toBe(2)
  for (const release of held) release()
  await expect(report.getByRole('status')).toHaveText('300 done, 0 skipped, 0 failed')
})
