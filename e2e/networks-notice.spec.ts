import { makeInstance, withRealMachines } from './instance.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a platform without guest networks says so where networks are set up', async ({ page, request, makeProject }) => {
  const project = await makeProject('no-network')
  await makeInstance(request, project, { name: 'db1' })
  const inProject = (path: string) => `/projects/${project}/${path}`
  const pages = [
    ['vpcs/default/firewall-rules', 'Firewall Rules'],
    ['floating-ips', 'Floating IPs'],
    ['instances/db1/networking', 'External IPs'],
  ] as const
  const notice = page.getByText('Networks have no effect on this platform')

  await withRealMachines(page, { guest_network: false })
  for (const [path] of pages) {
    await page.goto(inProject(path))
    await expect(notice).toBeVisible()
    await expectAccessible(page)
  }
  await withRealMachines(page, { guest_network: true })
  for (const [path, heading] of pages) {
    const answered = page.waitForResponse('**/v1/ping')
    await page.goto(inProject(path))
    await answered
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expect(notice).toHaveCount(0)
  }
})
