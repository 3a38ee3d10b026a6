import type { Page } from '@playwright/test'
import { makeInstance, reaches, withRealMachines } from './instance.ts'
import { expect, expectAccessible, test } from './test.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Guest', exact: true })
const name = 'a'.repeat(63)

const report = {
  agent_version: '10.0.7',
  hostname: name,
  system: 'Debian GNU/Linux 13 (trixie)',
  kernel: '6.12.57+deb13-cloud-amd64',
  interfaces: [
    { name: 'lo', mac: null, addresses: ['127.0.0.1', '::1'] },
    { name: 'enp0s4', mac: 'a8:40:25:f0:00:01', addresses: ['172.30.0.5', 'fe80::aa40:25ff:fef0:1'] },
    { name: 'enp0s4', mac: null, addresses: [] },
  ],
  file_systems: [
    { mount_point: '/', type: 'ext4', total: 10 * 2 ** 30, used: 4 * 2 ** 30 },
    { mount_point: `/srv/${name}`, type: '<b>xfs</b>', total: null, used: null },
  ],
}

/** Answers as a guest agent would: the server of this test simulates its instances. */
async function withAgent(page: Page, answer: () => { status: number; json: unknown }): Promise<void> {
  await withRealMachines(page, { guest_agent: true })
  await page.route('**/v1/instances/*/guest*', (route) => route.fulfill(answer()))
}

test('the guest card shows what the agent reports, how to install one, and failures', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('guest')
  const { id } = await makeInstance(request, project, { name: 'db1', start: true })
  await reaches(request, id, 'running')
  let answer = { status: 200, json: { report: null } as unknown }
  await page.goto(`/projects/${project}/instances/db1/connect`)
  await expect(page.getByText('This server simulates its instances')).toBeVisible()
  await expect(card(page)).toHaveCount(0)

  await withAgent(page, () => answer)
  await page.reload()
  await expect(card(page)).toContainText('No guest agent runs in the instance')
  await expect(card(page).getByRole('button', { name: 'Copy command' })).toHaveCount(3)
  await expectAccessible(page)

  answer = { status: 200, json: { report } }
  await page.getByRole('button', { name: /^Refresh/ }).click()
  await expect(card(page)).toContainText('Debian GNU/Linux 13 (trixie)')
  const fileSystems = card(page).getByRole('table', { name: 'File systems in the guest' })
  await expect(fileSystems.getByRole('row').nth(1)).toContainText('4 GiB (40%)')
  await expect(fileSystems.getByRole('row').nth(2)).toContainText('<b>xfs</b>')
  await expect(card(page).getByRole('table', { name: 'Interfaces in the guest' }).getByRole('row')).toHaveCount(4)
  await expectAccessible(page)

  answer = { status: 503, json: { request_id: 'x', error_code: 'ServiceNotAvailable', message: 'Service Unavailable' } }
  await page.getByRole('button', { name: /^Refresh/ }).click()
  await expect(card(page).getByRole('button', { name: /^(Try again|Retry)/ })).toBeVisible()
  await expect(card(page)).toContainText('Debian GNU/Linux 13 (trixie)')
  await page.reload()
  await expect(card(page).getByRole('button', { name: /^(Try again|Retry)/ })).toBeVisible()
  await expect(card(page)).not.toContainText('Debian')
})

test('the guest of an instance that does not run is not asked', async ({ page, request, makeProject }) => {
  const project = await makeProject('guest')
  await makeInstance(request, project, { name: 'db1' })
  let asked = 0
  await withAgent(page, () => {
    asked++
    return { status: 400, json: {} }
  })
  await page.goto(`/projects/${project}/instances/db1/connect`)
  await expect(card(page)).toContainText('Shown while the instance runs.')
  expect(asked).toBe(0)
})

test('on a phone the guest card stays in the page', async ({ page, request, makeProject }) => {
  const project = await makeProject('guest')
  const { id } = await makeInstance(request, project, { name, start: true })
  await reaches(request, id, 'running')
  await page.setViewportSize({ width: 390, height: 844 })
  await withAgent(page, () => ({ status: 200, json: { report } }))
  await page.goto(`/projects/${project}/instances/${name}/connect`)
  await expect(card(page)).toContainText('Debian GNU/Linux 13 (trixie)')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
