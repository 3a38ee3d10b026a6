import { post } from './network.ts'
import { expect, expectAccessible, test } from './test.ts'

const path = (project: string) => `/projects/${project}/vpcs/default/topology`
type Request = Parameters<typeof post>[0]

const makeInstance = (request: Request, project: string, name: string) =>
  post(request, `/v1/instances?project=${project}`, {
    name,
    description: '',
    hostname: 'host',
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
    network_interfaces: { type: 'default' },
  })

test('a VPC is drawn; its nodes link to their pages and highlight their paths; a table shows the same', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('drawn')
  await makeInstance(request, project, 'web')
  await page.goto(`/projects/${project}/vpcs/default`)
  await page.getByRole('tab', { name: 'Topology' }).click()
  await expect(page).toHaveTitle(`Topology / default / VPCs / ${project} / Projects / Skerry`)
  const drawing = page.getByRole('group', { name: 'Drawing of the VPC' })
  await expect(drawing.getByRole('listitem')).toHaveText([
    'Internet',
    /^gateway default/,
    /^router system/,
    /^subnet default172\.30\.0\.0\/22/,
    /^instance web172\.30\.0\.5Stopped/,
  ])
  for (const [name, to] of [
    [/^gateway/, `/projects/${project}/vpcs/default/internet-gateways/default`],
    [/^router/, `/projects/${project}/vpcs/default/routers/system`],
    [/^subnet/, `/projects/${project}/vpcs/default/subnets/default/edit`],
    [/^instance/, `/projects/${project}/instances/web/storage`],
  ] as const)
    await expect(drawing.getByRole('link', { name })).toHaveAttribute('href', to)
  const rows = page.getByRole('table', { name: 'Topology' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Internet')
  await expect(rows.filter({ hasText: 'route default-v4' })).toContainText('Gateway default')
  await expect(rows.filter({ hasText: 'interface net0' })).toContainText('172.30.0.5')

  const internet = drawing.getByRole('listitem').first()
  const before = (await internet.boundingBox())!.width
  await drawing.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(async () => (await internet.boundingBox())!.width).toBeLessThan(before)
  await drawing.getByRole('button', { name: 'Fit' }).click()
  const frame = (await drawing.boundingBox())!
  const rightmost = async () => {
    const last = (await drawing.getByRole('listitem').last().boundingBox())!
    return last.x + last.width
  }
  await expect.poll(rightmost).toBeLessThanOrEqual(frame.x + frame.width)
  await expectAccessible(page)

  await post(request, `/v1/vpc-routers?vpc=default&project=${project}`, { name: 'aside', description: '' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const node = (name: RegExp) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
  await expect(node(/^router aside/)).toHaveAttribute('data-highlighted', 'true')
  await page.getByRole('link', { name: /^instance web/ }).focus()
  for (const name of [/^gateway default/, /^router system/, /^subnet default/, /^instance web/])
    await expect(node(name)).toHaveAttribute('data-highlighted', 'true')
  await expect(node(/^router aside/)).toHaveAttribute('data-highlighted', 'false')
})

test('routes come with the routers; interfaces are read for subnets that have some, and not if there are too many', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('drawn')
  const inVpc = `vpc=default&project=${project}`
  await post(request, `/v1/vpc-routers?${inVpc}`, { name: 'aside', description: '' })
  await post(request, `/v1/vpc-subnets?${inVpc}`, { name: 'empty', description: '', ipv4_block: '10.0.0.0/24' })
  await makeInstance(request, project, 'web')
  const [asked, read]: string[][] = [[], []]
  page.on('request', (each) => {
    if (each.url().includes('/v1/vpc-router-routes')) asked!.push(each.url())
    if (each.url().includes('/network-interfaces')) read!.push(each.url())
  })
  await page.goto(path(project))
  await expect(page.getByRole('row', { name: /route default-v4/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /interface net0/ })).toBeVisible()
  expect(read).toHaveLength(1)
  await page.route('**/v1/vpc-subnets?*', async (route) => {
    const response = await route.fetch()
    const list = await response.json()
    for (const each of list.items) if (each.name === 'default') each.network_interface_count = 51
    await route.fulfill({ response, json: list })
  })
  await page.reload()
  await expect(page.getByRole('row', { name: /interfaces of 51 instances/ })).toBeVisible()
  expect(read).toHaveLength(1)
  await page.getByRole('link', { name: /^gateway default/ }).click()
  await expect(page.getByRole('table', { name: 'Routes that use it' })).toContainText('default-v4')
  expect(asked).toEqual([])
})
