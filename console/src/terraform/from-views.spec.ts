import { describe, expect, it } from 'vitest'
import type { Silo, VpcFirewallRule } from '~/api/types.gen.ts'
import { textOf } from './document.ts'
import { firewallEntry, instanceEntry, type InstanceParts, poolEntry, siloEntry } from './from-views.ts'
import { parseCode } from './parse.kit.ts'
import { differencesFromProvider } from './provider.kit.ts'
import { id, instance, thing } from './things.kit.ts'

const required = { project_id: id(1), name: 'db', description: '', host_name: 'db', memory: 2 ** 30, ncpus: 2 }
const whole = {
  disks: [{ id: id(4), name: 'boot' }],
  interfaces: [
    {
      ...thing(7, 'net0'),
      instanceId: id(6),
      ip: '10.0.0.5',
      mac: 'a8:40:25:00:00:01',
      primary: true,
      subnetId: id(3),
      vpcId: id(2),
    },
  ],
  externalIps: [{ type: 'ephemeral', pool: id(5) } as const],
  groups: [id(8)],
  sshKeys: [id(9)],
}

async function read(entry: ReturnType<typeof instanceEntry>) {
  const text = textOf({ entries: [entry] })
  const parsed = await parseCode(text)
  expect(differencesFromProvider(parsed)).toEqual([])
  const block = Object.values(Object.values(parsed.resource!)[0]!)[0]![0]!
  const { lifecycle, ...own } = block as { lifecycle?: { ignore_changes: string[] }[] }
  return { text, own, ignored: lifecycle?.[0]!.ignore_changes.map((name) => name.slice(2, -1)) }
}

describe('empty lists of what exists are left out', () => {
  it('of an instance', async () => {
    const empty = { disks: [], interfaces: [], externalIps: [], groups: [], sshKeys: [] }
    const { own, ignored, text } = await read(instanceEntry(instance, empty))
    expect(own).toEqual(required)
    expect(ignored).toBeUndefined()
    expect(text).not.toContain('NOT READ')
  })

  it('of a firewall rule, whose targets are required', async () => {
    const rule: VpcFirewallRule = {
      ...thing(9, 'ssh'),
      action: 'allow',
      direction: 'inbound',
      filters: { hosts: [], ports: [], protocols: [] },
      priority: 1,
      status: 'enabled',
      targets: [],
      vpcId: id(2),
    }
    const { own } = await read(firewallEntry(id(2), [rule]))
    expect(own).toMatchObject({ rules: { ssh: { filters: {}, targets: [] } } })
    expect((await read(firewallEntry(id(2), []))).own).toEqual({ vpc_id: id(2), rules: {} })
  })

  it('of a pool and a silo', async () => {
    expect((await read(poolEntry(thing(1, 'public'), []))).own).toEqual({ name: 'public', description: '' })
    const silo: Silo = { ...thing(2, 's'), discoverable: true, identityMode: 'local_only', mappedFleetRoles: {} }
    const quotas = { siloId: id(2), cpus: 1, memory: 1, storage: 1 }
    const { own, ignored } = await read(siloEntry(silo, quotas))
    expect(own).not.toHaveProperty('mapped_fleet_roles')
    expect(own).toHaveProperty('tls_certificates', [])
    expect(ignored).toEqual(['admin_group_name', 'tls_certificates', 'mapped_fleet_roles'])
  })
})

describe('parts of an instance', () => {
  const argumentsOf: Record<keyof InstanceParts, string[]> = {
    disks: ['boot_disk_id', 'disk_attachments'],
    interfaces: ['network_interfaces'],
    externalIps: ['external_ips'],
    groups: ['anti_affinity_groups'],
    sshKeys: ['ssh_public_keys'],
  }

  it('are all written where all are read', async () => {
    const { own, ignored } = await read(instanceEntry(instance, whole))
    expect(Object.keys(own).toSorted()).toEqual(
      [...Object.keys(required), ...Object.values(argumentsOf).flat()].toSorted(),
    )
    expect(ignored).toBeUndefined()
  })

  it.each(Object.entries(argumentsOf))('are left as they are where %s are not read', async (part, names) => {
    const { own, ignored, text } = await read(instanceEntry(instance, { ...whole, [part]: undefined }))
    for (const name of names) expect(own).not.toHaveProperty(name)
    expect(ignored).toEqual(names)
    expect(text).toContain(`# NOT READ, and left as they are: ${names.join(', ')}.\nresource "oxide_instance" "db"`)
  })
})
