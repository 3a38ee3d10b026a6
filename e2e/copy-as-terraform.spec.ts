import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parseCode, ref } from '../console/src/terraform/parse.kit.ts'
import { differencesFromProvider } from '../console/src/terraform/provider.kit.ts'
import { choose, post } from './network.ts'
import { gib, makeDisk, makeInstance, makeSnapshot } from './storage.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** What the page put on the clipboard, as a parser reads it. @param part of the text that no earlier copy has */
async function copied(page: Page, part: string) {
  await expect.poll(() => clipboard(page)).toContain(part)
  return parseCode(await clipboard(page))
}

const openProject = async (page: Page, project: string) => {
  await page.goto(`/projects?q=${project}`)
  await choose(page, page.getByRole('row', { name: project }), 'Copy project as Terraform')
  return page.getByRole('dialog', { name: `Project ${project} as Terraform` })
}

test('a whole project, with references and import blocks, is copied and downloaded', async ({
  page,
  request,
  makeProject,
}) => {
  const project = await makeProject('code')
  const at = `project=${project}`
  const described = { description: 'It\'s "${here}"' }
  const vpc = await post(request, `/v1/vpcs?${at}`, { name: 'back', ...described, dns_name: 'back' })
  const subnet = { name: 'db', ...described, ipv4_block: '10.8.0.0/24' }
  const { id: subnetId } = await post(request, `/v1/vpc-subnets?vpc=${vpc.id}`, subnet)
  const router = await post(request, `/v1/vpc-routers?vpc=${vpc.id}`, { name: 'custom', ...described })
  await post(request, `/v1/vpc-router-routes?router=${router.id}`, {
    name: 'hole',
    ...described,
    destination: { type: 'ip_net', value: '198.51.100.0/24' },
    target: { type: 'drop' },
  })
  const disk = await makeDisk(request, project, 'data')
  await makeInstance(request, project, 'bare')
  await makeSnapshot(request, project, 'before', disk.id)
  const group = await post(request, `/v1/anti-affinity-groups?${at}`, {
    name: 'apart',
    ...described,
    failure_domain: 'sled',
    policy: 'allow',
  })
  await post(request, `/v1/instances?${at}`, {
    name: 'db1',
    ...described,
    hostname: 'db1',
    ncpus: 2,
    memory: gib,
    boot_disk: { type: 'attach', name: 'data' },
    start: false,
    anti_affinity_groups: [group.id],
    network_interfaces: {
      type: 'create',
      params: [{ name: 'net0', description: '', vpc_name: 'back', subnet_name: 'db', ip: '10.8.0.9' }],
    },
    external_ips: [{ type: 'ephemeral', pool: null }],
  })

  let ofOneInstance = 0
  page.on('request', (sent) => (ofOneInstance += Number(sent.url().includes('/v1/instances/'))))
  const dialog = await openProject(page, project)
  await expect(dialog).toContainText('each with an import block')
  expect(ofOneInstance).toBe(0)
  await expect(dialog.getByText('Incomplete')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  const { resource, import: imports, data } = await copied(page, vpc.id)
  const of = (type: string, name: string) => resource![type]![name]![0]!
  expect(Object.keys(resource!['oxide_project']!)).toHaveLength(1)
  expect(of('oxide_vpc', 'back')).toMatchObject({ dns_name: 'back', ...described })
  expect(of('oxide_vpc_subnet', 'back_db')).toMatchObject({
    vpc_id: ref('oxide_vpc.back.id'),
    ipv4_block: '10.8.0.0/24',
  })
  expect(of('oxide_vpc_router_route', 'custom_hole')).toMatchObject({
    vpc_router_id: ref('oxide_vpc_router.back_custom.id'),
    target: { type: 'drop' },
  })
  expect(of('oxide_snapshot', 'before')['disk_id']).toBe(ref('oxide_disk.data.id'))
  expect(of('oxide_instance', 'db1')).toMatchObject({
    boot_disk_id: ref('oxide_disk.data.id'),
    disk_attachments: [ref('oxide_disk.data.id')],
    anti_affinity_groups: [ref('oxide_anti_affinity_group.apart.id')],
    network_interfaces: [
      {
        name: 'net0',
        vpc_id: ref('oxide_vpc.back.id'),
        subnet_id: ref('oxide_vpc_subnet.back_db.id'),
        ip_address: '10.8.0.9',
      },
    ],
    external_ips: [{ type: 'ephemeral', id: ref('data.oxide_ip_pool.default.id') }],
  })
  for (const list of ['disk_attachments', 'network_interfaces', 'external_ips', 'ssh_public_keys', 'lifecycle'])
    expect(of('oxide_instance', 'bare')).not.toHaveProperty(list)
  expect(data!['oxide_ip_pool']!['default']).toEqual([{ name: 'default' }])
  expect(of('oxide_vpc_firewall_rules', 'back')['vpc_id']).toBe(ref('oxide_vpc.back.id'))
  expect(imports).toContainEqual({ to: ref('oxide_vpc.back'), id: vpc.id })
  expect(imports).toContainEqual({ to: ref('oxide_vpc_firewall_rules.back'), id: vpc.id })
  expect(imports).toContainEqual({ to: ref('oxide_vpc_subnet.back_db'), id: subnetId })
  expect(imports).toHaveLength(Object.values(resource!).flatMap((each) => Object.keys(each)).length)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download .tf' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${project}.tf`)
  const text = await readFile(await file.path(), 'utf8')
  expect(await parseCode(text)).toEqual(await parseCode(await clipboard(page)))
  expect(text).toContain('VPC back: router system')
  expect(text).toContain('source  = "oxidecomputer/oxide"\n      version = "~> 0.17.0"')
  expect(differencesFromProvider(await parseCode(text))).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.route('**/v1/instance-parts?*', (route) => route.fulfill({ status: 404 }))
  const again = await openProject(page, project)
  await expect(again).toContainText('each with an import block')
  await expect(again.getByText('Incomplete')).toHaveCount(0)
  expect(ofOneInstance).toBeGreaterThan(0)
  await again.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => clipboard(page)).toContain(text.slice(text.indexOf('resource')))
})

test('a list that fails is named, and reading can be cancelled', async ({ page, request, makeProject }) => {
  const project = await makeProject('code-failed')
  await makeDisk(request, project, 'data')
  await page.route('**/v1/floating-ips?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Out of order', request_id: 'r' } }),
  )
  const dialog = await openProject(page, project)
  await expect(dialog.getByText('Incomplete')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText('Floating IPs')
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  expect((await copied(page, 'oxide_disk')).resource).toHaveProperty('oxide_disk.data')
  expect(await clipboard(page)).toMatch(/^# NOT READ, and missing below: Floating IPs/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  let aborted = 0
  page.on('requestfailed', (failed) => (aborted += Number(failed.url().includes('/v1/disks?'))))
  await page.route('**/v1/disks?*', () => undefined)
  const again = await openProject(page, project)
  await expect(again.getByRole('status')).toContainText('Reading')
  await expectAccessible(page)
  await again.getByRole('button', { name: 'Cancel' }).click()
  await expect(again).toHaveCount(0)
  await expect.poll(() => aborted).toBe(1)
})

test('a row, a page and a selection', async ({ page, request, makeProject }) => {
  const project = await makeProject('code-rows')
  const disk = await makeDisk(request, project, 'data', 12)
  await makeDisk(request, project, 'logs', 3)
  const instance = await makeInstance(request, project, 'web', [{ type: 'attach', name: 'logs' }])
  await page.goto(`/projects/${project}/disks`)
  await choose(page, page.getByRole('row', { name: 'data' }), 'Copy as Terraform')
  const row = await copied(page, disk.id)
  expect(row.resource).toMatchObject({ oxide_disk: { data: [{ name: 'data', size: 12 * gib, block_size: 4096 }] } })
  expect(row.import).toEqual([{ to: ref('oxide_disk.data'), id: disk.id }])

  for (const name of ['data', 'logs']) await page.getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: 'Copy as Terraform' }).click()
  const selected = page.getByRole('dialog', { name: 'Selected disks as Terraform' })
  await selected.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(selected).toContainText('2 resources')
  expect(Object.keys((await copied(page, 'oxide_disk.logs')).resource!['oxide_disk']!)).toEqual(['data', 'logs'])
  await page.keyboard.press('Escape')

  await page.goto(`/projects/${project}/instances/web`)
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy as Terraform' }).click()
  const own = await copied(page, instance.id)
  expect(own.import).toEqual([{ to: ref('oxide_instance.web'), id: instance.id }])
  expect(own.resource!['oxide_instance']!['web']![0]!['disk_attachments']).toHaveLength(1)

  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('checkbox', { name: 'web' }).click()
  await page.getByRole('button', { name: 'Copy as Terraform' }).click()
  const machines = page.getByRole('dialog', { name: 'Selected instances as Terraform' })
  await expect(machines).toContainText('1 resource, each')
  await expect(machines.getByRole('region', { name: 'Terraform code' })).toContainText('disk_attachments')
})

test('a form copies what it would create; things without a resource offer no Terraform', async ({
  page,
  makeProject,
}) => {
  const project = await makeProject('code-form')
  await page.goto(`/projects/${project}/disks-new`)
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  const copy = async () => {
    await panel.getByRole('button', { name: 'Copy as' }).click()
    await page.getByRole('menuitem', { name: 'Copy as Terraform' }).click()
  }
  await copy()
  await expect(panel.getByLabel('Name')).toBeFocused()
  await panel.getByLabel('Name').fill('new-disk')
  await copy()
  const { resource, data } = await copied(page, 'new_disk')
  expect(resource).toMatchObject({
    oxide_disk: { new_disk: [{ name: 'new-disk', size: 10 * gib }] },
  })
  expect(Object.values(data!['oxide_project']!)).toEqual([[{ name: project }]])

  await page.goto('/system/alerts-new')
  await page.getByRole('button', { name: 'Copy as' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy as curl' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Copy as Terraform' })).toHaveCount(0)
})
