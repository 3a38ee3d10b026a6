import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Instance, Project } from '~/api/types.gen.ts'
import { textOf } from '~/terraform/document.ts'
import { parseCode } from '~/terraform/parse.kit.ts'
import { readProject, readSelected } from './read-project.ts'
import { createReader } from './reader.ts'

const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`
const times = { time_created: '2026-01-01T00:00:00Z', time_modified: '2026-01-01T00:00:00Z' }
const thing = (digit: number, name: string) => ({ id: id(digit), name, description: '', ...times })
const project: Project = {
  id: id(1),
  name: 'web',
  description: '',
  timeCreated: new Date(0),
  timeModified: new Date(0),
}
const instance = {
  ...thing(2, 'db'),
  auto_restart_enabled: true,
  boot_disk_id: id(3),
  hostname: 'db',
  memory: 1,
  ncpus: 1,
  project_id: id(1),
  run_state: 'stopped',
  time_run_state_updated: times.time_created,
}
const disk = { ...thing(3, 'boot'), block_size: 512, device_path: '', project_id: id(1), size: 1 }
const attached = { ...disk, state: { state: 'attached', instance: id(2) } }
const gone = 'The disk of this snapshot is deleted'

/** Items of lists by path; a number is the status of a failure. Others are empty. */
let lists: Record<string, readonly object[] | number>

beforeEach(() => {
  lists = {
    '/v1/instances': [instance],
    '/v1/disks': [attached],
    '/v1/snapshots': [{ ...thing(4, 'before'), disk_id: id(3), project_id: id(1), size: 1, state: 'ready' }],
    '/v1/vpcs': [
      { ...thing(5, 'back'), dns_name: 'd', ipv6_prefix: 'fd00::/48', project_id: id(1), system_router_id: id(9) },
    ],
    '/v1/vpc-subnets': [{ ...thing(6, 's'), ipv4_block: '10.0.0.0/24', ipv6_block: 'fd00::/64', vpc_id: id(5) }],
    '/v1/anti-affinity-groups': [
      { ...thing(7, 'apart'), failure_domain: 'sled', policy: 'allow', project_id: id(1), member_count: 1 },
    ],
    '/v1/instance-parts': [{ id: id(2), ephemeral_ip_pool_id: null, ssh_public_key_ids: [] }],
  }
  vi.stubGlobal('fetch', async (input: string, { signal }: RequestInit) => {
    signal?.throwIfAborted()
    const { pathname, searchParams } = new URL(input, 'http://console.test')
    const isOfSilo = pathname === '/v1/images' && !searchParams.has('project')
    const items = lists[isOfSilo ? 'silo images' : pathname] ?? []
    if (typeof items === 'number')
      return Response.json({ message: 'No', error_code: 'Forbidden', request_id: 'r' }, { status: items })
    return Response.json(pathname === '/v1/vpc-firewall-rules' ? { rules: items } : { items })
  })
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function read(what = (reader: ReturnType<typeof createReader>) => readProject(project, reader)) {
  const reader = createReader(new AbortController().signal)
  const text = textOf(await what(reader))
  const { lifecycle, ...own } = (await parseCode(text)).resource!['oxide_instance']!['db']![0]!
  const ignored = (lifecycle as { ignore_changes: string[] }[] | undefined)?.[0]!.ignore_changes
  return { text, own, ignored: ignored?.map((name) => name.slice(2, -1)) ?? [], failures: reader.failures() }
}

it('reads a project whole', async () => {
  const { own, ignored, failures, text } = await read()
  expect(failures).toEqual([])
  expect(ignored).toEqual([])
  expect(own).toMatchObject({ boot_disk_id: '${oxide_disk.boot.id}' })
  expect(own).not.toHaveProperty('external_ips')
  expect(text).not.toContain(gone)
})

const failing: [path: string, ignored: string[]][] = [
  ['/v1/disks', ['boot_disk_id', 'disk_attachments']],
  ['/v1/vpcs', ['network_interfaces']],
  ['/v1/vpc-subnets', ['network_interfaces']],
  [`/v1/vpc-subnets/${id(6)}/network-interfaces`, ['network_interfaces']],
  ['/v1/floating-ips', ['external_ips']],
  ['/v1/anti-affinity-groups', ['anti_affinity_groups']],
  [`/v1/anti-affinity-groups/${id(7)}/members`, ['anti_affinity_groups']],
  ['/v1/instance-parts', ['external_ips', 'ssh_public_keys']],
]

it.each(failing)('leaves of an instance as it is what %s has, where that fails', async (path, expected) => {
  lists[path] = 500
  const whole = await read()
  expect(whole.ignored).toEqual(expected)
  expect(whole.failures).toHaveLength(1)
  for (const name of expected) expect(whole.own).not.toHaveProperty(name)
  const selected = [{ id: id(2), name: 'db', projectId: id(1), bootDiskId: id(3) } as Instance]
  expect((await read((reader) => readSelected(selected, reader))).ignored).toEqual(expected)
})

it.each([
  [`/v1/instances/${id(2)}/external-ips`, ['external_ips']],
  [`/v1/instances/${id(2)}/ssh-public-keys`, ['ssh_public_keys']],
])('and where it is read by instance: %s', async (path, expected) => {
  lists['/v1/instance-parts'] = 501
  expect((await read()).ignored).toEqual([])
  lists[path] = 500
  expect((await read()).ignored).toEqual(expected)
})

it('says that the disk of a snapshot is deleted only where all disks are read', async () => {
  lists['/v1/disks'] = []
  expect((await read()).text).toContain(gone)
  lists['/v1/disks'] = 500
  expect((await read()).text).not.toContain(gone)
})

it('takes a list that is cut for one that is not read', async () => {
  lists['/v1/disks'] = Array.from({ length: 20_001 }, (_, at) => ({
    ...disk,
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    state: { state: 'detached' },
  }))
  const reader = createReader(new AbortController().signal)
  const { entries } = await readProject(project, reader)
  const of = (kind: string) => entries.find((each) => each.kind === kind)!
  expect(reader.failures()).toEqual(['Disks: only the first 20000 were read'])
  expect(of('instance').ignored).toEqual(['boot_disk_id', 'disk_attachments'])
  expect(of('snapshot').notes).toEqual([])
})

it('what the user may not see of the silo is unknown, not a failure', async () => {
  lists['silo images'] = 403
  expect((await read()).failures).toEqual([])
  lists['silo images'] = 500
  expect((await read()).failures).toHaveLength(1)
})
