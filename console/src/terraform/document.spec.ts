import { describe, expect, it } from 'vitest'
import type { Disk, InstanceNetworkInterface, Vpc, VpcSubnet } from '~/api/types.gen.ts'
import { entry } from './bodies.ts'
import { blocksOf, textOf } from './document.ts'
import {
  diskEntry,
  firewallEntry,
  imageKnown,
  instanceEntry,
  projectEntry,
  snapshotEntry,
  subnetEntry,
  vpcEntry,
} from './from-views.ts'
import { parseCode, ref } from './parse.kit.ts'
import { id, instance, thing } from './things.kit.ts'

const project = thing(1, 'web')
const vpc: Vpc = {
  ...thing(2, 'default'),
  dnsName: 'd',
  ipv6Prefix: 'fd00::/48',
  projectId: id(1),
  systemRouterId: id(9),
}
const subnet: VpcSubnet = { ...thing(3, 'default'), ipv4Block: '10.0.0.0/22', ipv6Block: 'fd00::/64', vpcId: id(2) }
const disk = (digit: number, name: string, more: Partial<Disk> = {}): Disk => ({
  ...thing(digit, name),
  blockSize: 512,
  devicePath: '/mnt/d',
  projectId: id(1),
  size: 2 ** 30,
  state: { state: 'detached' },
  ...more,
})
const nic: InstanceNetworkInterface = {
  ...thing(7, 'net0'),
  instanceId: id(6),
  ip: '10.0.0.5',
  mac: 'a8:40:25:00:00:01',
  primary: true,
  subnetId: id(3),
  vpcId: id(2),
}
const parts = { disks: [], interfaces: [], floatingIps: [], groups: [], sshKeys: [] }

describe('things that exist', () => {
  const content = {
    entries: [
      instanceEntry(instance, { ...parts, disks: [disk(5, 'data'), disk(4, 'boot')], interfaces: [nic] }),
      diskEntry(disk(5, 'data', { snapshotId: id(8) })),
      diskEntry(disk(4, 'boot', { imageId: '99999999-0000-4000-8000-000000000009' })),
      snapshotEntry({ ...thing(8, 'before'), diskId: id(4), projectId: id(1), size: 1, state: 'ready' }),
      subnetEntry(subnet, id(1)),
      firewallEntry(
        id(2),
        [
          {
            ...thing(9, 'ssh'),
            action: 'allow',
            direction: 'inbound',
            filters: {},
            priority: 1,
            status: 'enabled',
            targets: [
              { type: 'subnet', value: 'default' },
              { type: 'instance', value: 'db' },
              { type: 'vpc', value: 'elsewhere' },
            ],
            vpcId: id(2),
          },
        ],
        id(1),
      ),
      vpcEntry(vpc),
      projectEntry(project),
    ],
    known: [
      imageKnown({
        ...thing(0, 'debian-13'),
        id: '99999999-0000-4000-8000-000000000009',
        blockSize: 512,
        os: '',
        size: 1,
        version: '',
      }),
    ],
  }

  it('name each other by references, after what they name', async () => {
    const { resource, data } = await parseCode(textOf(content))
    const of = (type: string, label: string) => resource![type]![label]![0]!
    expect(of('oxide_vpc', 'default')['project_id']).toBe(ref('oxide_project.web.id'))
    expect(of('oxide_vpc_subnet', 'default_default')['vpc_id']).toBe(ref('oxide_vpc.default.id'))
    expect(of('oxide_disk', 'data')['source_snapshot_id']).toBe(ref('oxide_snapshot.before.id'))
    expect(of('oxide_disk', 'boot')['source_image_id']).toBe(ref('data.oxide_image.debian_13.id'))
    expect(data!['oxide_image']!['debian_13']).toEqual([{ name: 'debian-13' }])
    expect(of('oxide_snapshot', 'before')['disk_id']).toBe(ref('oxide_disk.boot.id'))
    expect(of('oxide_instance', 'db')).toMatchObject({
      boot_disk_id: ref('oxide_disk.boot.id'),
      disk_attachments: [ref('oxide_disk.boot.id'), ref('oxide_disk.data.id')],
      network_interfaces: [
        { name: 'net0', vpc_id: ref('oxide_vpc.default.id'), subnet_id: ref('oxide_vpc_subnet.default_default.id') },
      ],
    })
    expect(of('oxide_vpc_firewall_rules', 'default')).toMatchObject({
      vpc_id: ref('oxide_vpc.default.id'),
      rules: {
        ssh: {
          targets: [
            { type: 'subnet', value: ref('oxide_vpc_subnet.default_default.name') },
            { type: 'instance', value: ref('oxide_instance.db.name') },
            { type: 'vpc', value: 'elsewhere' },
          ],
        },
      },
    })
  })

  it('are imported by their ids, firewall rules by their VPC', async () => {
    const { import: imports } = await parseCode(textOf(content))
    expect(Object.fromEntries(imports!.map(({ to, id: from }) => [to, from]))).toEqual({
      [ref('oxide_project.web')]: id(1),
      [ref('oxide_vpc.default')]: id(2),
      [ref('oxide_vpc_subnet.default_default')]: id(3),
      [ref('oxide_vpc_firewall_rules.default')]: id(2),
      [ref('oxide_disk.boot')]: id(4),
      [ref('oxide_disk.data')]: id(5),
      [ref('oxide_snapshot.before')]: id(8),
      [ref('oxide_instance.db')]: id(6),
    })
  })

  it('have the same text in any order', () =>
    expect(textOf({ ...content, entries: content.entries.toReversed() })).toBe(textOf(content)))

  it('say in comments what cannot be expressed', () => {
    const text = textOf({
      entries: [
        vpcEntry(vpc),
        snapshotEntry({ ...thing(8, 'old'), diskId: id(4), projectId: id(1), size: 1, state: 'ready' }, false),
        subnetEntry({ ...subnet, customRouterId: id(5) }),
        instanceEntry(instance, { ...parts, interfaces: [{ ...nic, transitIps: ['10.9.0.0/16'] }] }),
      ],
      notes: ['Not read: disks'],
    })
    expect(text).toMatch(/^# Not read: disks\n\n/)
    expect(text).toContain('# The server makes it with the project: import it, do not create it.\nresource "oxide_vpc"')
    expect(text).toContain('# The disk of this snapshot is deleted')
    expect(text).toContain(`custom router, ${id(5)}`)
    expect(text).toContain('net0 has 10.9.0.0/16')
    expect(text).toContain('The API does not return user data.')
  })
})

describe('identifiers', () => {
  const disks = (...names: string[]) =>
    blocksOf({
      entries: names.map((name) =>
        entry('disk', {
          at: { project: 'p' },
          body: { name, description: '', size: 1, diskSource: { type: 'blank', blockSize: 512 } },
        }),
      ),
    })
      .filter(({ head }) => head[0] === 'resource')
      .map(({ head }) => head[2])

  it('come from names, are valid and differ', () =>
    expect(disks('a-b', 'Web1', 'x'.repeat(63), '1st', 'a_b', '', 'größe')).toEqual(
      ['Web1', '_', '_1st', 'a_b', 'a_b_2', 'gr__e', 'x'.repeat(63)].toSorted(),
    ))

  it('of a subnet and a router have their VPC in front', async () => {
    const other = { ...vpc, id: id(8), name: 'b' }
    const { resource } = await parseCode(
      textOf({
        entries: [
          vpcEntry(vpc),
          vpcEntry(other),
          subnetEntry(subnet),
          subnetEntry({ ...subnet, id: id(5), vpcId: id(8) }),
        ],
      }),
    )
    expect(Object.keys(resource!['oxide_vpc_subnet']!)).toEqual(['b_default', 'default_default'])
    expect(resource!['oxide_vpc_subnet']!['b_default']![0]!['vpc_id']).toBe(ref('oxide_vpc.b.id'))
  })
})

it('writes 5,000 disks in well under a second', () => {
  const entries = Array.from({ length: 5000 }, (_, n) =>
    diskEntry({ ...disk(4, `disk-${n}`), id: `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000` }),
  )
  const begin = performance.now()
  const text = textOf({ entries: [projectEntry(project), ...entries] })
  expect(performance.now() - begin).toBeLessThan(5000)
  expect(text.match(/^resource /gm)).toHaveLength(5001)
})
