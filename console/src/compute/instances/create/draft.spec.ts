import { expect, test } from 'vitest'
import type { Disk, Image, SiloIpPool, SshKey, Vpc, VpcSubnet } from '~/api/types.gen.ts'
import type { Available } from './data.ts'
import {
  blankDraft,
  canBoot,
  chosenImage,
  shareOf,
  defaultNetworkRefusal,
  hostnameRefusal,
  type InstanceDraft,
  instanceCreateBody,
} from './draft.ts'

const gib = 1024 ** 3
const image = (name: string) => ({ id: `id-of-${name}`, name, size: 2 * gib }) as Image
const disk = (name: string, state: 'detached' | 'faulted') => ({ name, state: { state } }) as Disk
const available = (more: Partial<Available> = {}): Available => ({
  siloImages: [image('debian-13')],
  hidesSiloImages: false,
  projectImages: [],
  disks: [],
  sshKeys: [],
  pools: [{ name: 'other', isDefault: false } as SiloIpPool, { name: 'main', isDefault: true } as SiloIpPool],
  floatingIps: [],
  vpcs: [{ name: 'default' } as Vpc],
  subnets: [],
  antiAffinityGroups: [],
  affinityGroups: [],
  ...more,
})
const draft = (more: Partial<InstanceDraft> = {}, from = available()): InstanceDraft => ({
  ...blankDraft(from),
  name: 'web',
  siloImage: 'id-of-debian-13',
  ...more,
})
const body = (more: Partial<InstanceDraft> = {}, from = available()) => {
  const filled = draft(more, from)
  return instanceCreateBody(filled, chosenImage(filled, from), '00ff00')
}

test('the first tab that has something opens', () => {
  const project = available({ siloImages: [], projectImages: [image('own')] })
  const detached = available({ siloImages: [], disks: [disk('a', 'faulted'), disk('b', 'detached')] })
  const nothing = available({ siloImages: [], disks: [disk('a', 'faulted')] })
  expect([available(), project, detached].map((each) => blankDraft(each).bootTab)).toEqual(['silo', 'project', 'disk'])
  expect([available(), project, detached, nothing].map(canBoot)).toEqual([true, true, true, false])
})

test('custom interfaces go along as they were added; what belongs to another choice does not', () => {
  const net = { name: 'net0', description: '', vpc: 'default', subnet: 'front', ip: '' }
  const interfaces = [net, { ...net, name: 'net1', subnet: 'back', ip: '172.30.4.9' }]
  expect(body({ network: 'custom', interfaces }).networkInterfaces).toEqual({
    type: 'create',
    params: [
      { name: 'net0', description: '', vpcName: 'default', subnetName: 'front', ip: null },
      { name: 'net1', description: '', vpcName: 'default', subnetName: 'back', ip: '172.30.4.9' },
    ],
  })
  expect(body({ network: 'default', interfaces }).networkInterfaces).toEqual({ type: 'default' })
})

test('an ephemeral address is asked for where there is a default pool and a network', () => {
  expect(blankDraft(available())).toMatchObject({ network: 'default', ephemeral: true, pool: 'main' })
  expect(blankDraft(available({ pools: [{ name: 'other' } as SiloIpPool] }))).toMatchObject({
    ephemeral: false,
    pool: 'other',
  })
  expect(blankDraft(available({ vpcs: [] }))).toMatchObject({ network: 'none', ephemeral: false })
  const none = { allocated: '0', capacity: '0' }
  const full = { ipv4: { allocated: 16, capacity: 16 }, ipv6: none } as unknown as SiloIpPool['utilization']
  const pools = available().pools.map((pool) => ({ ...pool, ...(pool.isDefault && { utilization: full }) }))
  expect(blankDraft(available({ pools }))).toMatchObject({ ephemeral: false, pool: 'other' })
})

test('without a VPC named default a new instance begins with an interface in the first one', () => {
  const vpcs = [{ name: 'own' }, { name: 'second' }] as Vpc[]
  const subnets = [{ name: 'back' }, { name: 'default' }] as VpcSubnet[]
  const own = available({ vpcs, subnets })
  expect(defaultNetworkRefusal(own)).toBe('This project has no VPC named default')
  expect(blankDraft(own)).toMatchObject({ network: 'custom', ephemeral: true })
  const net0 = { name: 'net0', description: '', vpcName: 'own', ip: null }
  expect(body({}, own).networkInterfaces).toEqual({ type: 'create', params: [{ ...net0, subnetName: 'default' }] })
  const withBackOnly = available({ vpcs, subnets: subnets.slice(0, 1) })
  expect(body({}, withBackOnly).networkInterfaces).toMatchObject({ params: [{ subnetName: 'back' }] })
  expect(blankDraft(available({ vpcs }))).toMatchObject({ network: 'custom', interfaces: [] })
})

test('at most a hundred keys are chosen to begin with', () => {
  const sshKeys = Array.from({ length: 101 }, (_, at) => ({ id: String(at) }) as SshKey)
  expect(blankDraft(available({ sshKeys })).sshKeys).toHaveLength(100)
})

test('the boot disk gets a name from the instance, the image and six digits', () => {
  expect(body().bootDisk).toEqual({
    type: 'create',
    name: 'web-debian-13-00ff00',
    description: 'Boot disk of web',
    diskSource: { type: 'image', imageId: 'id-of-debian-13' },
    size: 10 * gib,
  })
  expect(body({ bootName: 'own' }).bootDisk).toMatchObject({ name: 'own' })
  expect(body({ name: 'w'.repeat(63) }).bootDisk?.name).toHaveLength(63)
})

test('only the open tabs count', () => {
  expect(body({ bootTab: 'disk', bootDisk: 'old' }).bootDisk).toEqual({ type: 'attach', name: 'old' })
  expect(body({ hardware: 'memory', preset: '8/64', ncpus: 3, memory: 5 })).toMatchObject({
    ncpus: 8,
    memory: 64 * gib,
  })
  expect(body({ hardware: 'custom', ncpus: 3, memory: 5 })).toMatchObject({ ncpus: 3, memory: 5 * gib })
})

test('without an interface no address is asked for', () => {
  const addresses = { floatingIps: ['fip'] }
  expect(body(addresses).externalIps).toEqual([
    { type: 'ephemeral', pool: 'main' },
    { type: 'floating', floatingIp: 'fip' },
  ])
  expect(body({ ...addresses, network: 'none' })).toMatchObject({
    networkInterfaces: { type: 'none' },
    externalIps: [],
  })
})

test('an instance that joins affinity groups is created stopped', () => {
  expect(body()).toMatchObject({ start: true, hostname: 'web', autoRestartPolicy: null })
  expect(body({ affinity: ['rack'], autoRestart: 'never', hostname: 'web.example.org' })).toMatchObject({
    start: false,
    hostname: 'web.example.org',
    autoRestartPolicy: 'never',
  })
})

test.each([
  ['Web-1.example.org', 'web', ''],
  ['a_b', 'web', 'labels'],
  ['a'.repeat(64), 'web', 'at most 63'],
  ['', 'web', ''],
  ['', 'localhost', 'must not be localhost'],
  ['', 'No name', ''],
])('the host name %o of an instance %o', (hostname, name, why) => {
  const refusal = hostnameRefusal(hostname, name) ?? ''
  expect(refusal).toContain(why)
  expect(Boolean(refusal)).toBe(Boolean(why))
})

test('of the quota it takes its size and the disks that are created with it, not those that are attached', () => {
  const disks = [
    { action: 'create', name: 'data', size: 20 },
    { action: 'attach', name: 'old', size: 500 },
  ] as const
  const filled = draft({ siloImage: 'i', bootSize: 12, disks: [...disks] })
  expect(shareOf(filled, {} as Image)).toEqual({ cpus: 2, memory: 8 * 2 ** 30, storage: 32 * 2 ** 30 })
  expect(shareOf({ ...filled, bootTab: 'disk' }, undefined).storage).toBe(20 * 2 ** 30)
})
