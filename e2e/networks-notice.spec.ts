import { makeInstance, reaches, withRealMachines } from './instance.ts'
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

test('where ports of the host lead to instances, the notice and the Connect tab say so', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('forwarded')
  const { id } = await makeInstance(request, project, { name: 'db1', start: true })
  await withRealMachines(page, { guest_network: false, port_forwards: true })
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await expect(page.getByText('each instance is alone: it reaches the internet')).toBeVisible()
  await expectAccessible(page)

  const forwards = '**/v1/instances/*/port-forwards'
  await page.route(forwards, (route) => route.fulfill({ status: 503, json: { message: 'Try again' } }))
  await page.goto(`/projects/${project}/instances/db1/connect`)
  const ssh = page.getByRole('region', { name: 'SSH', exact: true })
  await expect(ssh.getByRole('button', { name: 'Try again' })).toBeVisible()
  const items = [{ host_ip: '127.0.0.1', host_port: 24_879, instance_port: 22 }]
  await page.unroute(forwards)
  await page.route(forwards, (route) => route.fulfill({ json: { items } }))
  await ssh.getByRole('button', { name: 'Try again' }).click()
  await expect(ssh).toContainText('ssh -p 24879 USER@127.0.0.1')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(ssh).toContainText('its port 24879 leads to the instance')

  await request.post(`/v1/instances/${id}/stop`)
  await reaches(request, id, 'stopped')
  await page.reload()
  await expect(ssh).toContainText('While the instance runs, a port of the server')
})
