import { describe, expect, test } from 'vitest'
import { affinity } from '../compute/affinity.ts'
import { disks } from '../compute/disks.ts'
import { instances } from '../compute/instances.ts'
import { snapshots } from '../compute/snapshots.ts'
import { addressLots } from '../fleet/address-lots.ts'
import { allowList } from '../fleet/allow-list.ts'
import { bfd } from '../fleet/bfd.ts'
import { bgp } from '../fleet/bgp.ts'
import { icmp } from '../fleet/icmp.ts'
import { loopbackAddresses } from '../fleet/loopback-addresses.ts'
import { physicalDisks } from '../fleet/physical-disks.ts'
import { racks } from '../fleet/racks.ts'
import { sleds } from '../fleet/sleds.ts'
import { supportBundles } from '../fleet/support-bundles.ts'
import { switchPorts } from '../fleet/switch-ports.ts'
import { switches } from '../fleet/switches.ts'
import { updates } from '../fleet/updates.ts'
import { externalIps } from '../network/external-ips.ts'
import { firewallRules } from '../network/firewall-rules.ts'
import { floatingIps } from '../network/floating-ips.ts'
import { internetGateways } from '../network/internet-gateways.ts'
import { networkInterfaces } from '../network/network-interfaces.ts'
import { routers } from '../network/routers.ts'
import { subnets } from '../network/subnets.ts'
import { vpcs } from '../network/vpcs.ts'
import { operations, type OperationId } from '../operations.ts'
import { decidesSiloRoles, type KnownRoles, permissionRefusal } from './needs.ts'
import { permissions } from './permission-table.ts'
import { asksForProject, permits } from './permissions.ts'
import { roleLevels, roles, type Role, type RoleLevel } from './roles.ts'

const ids = Object.keys(operations) as OperationId[]
const refusal = (operation: OperationId, held: KnownRoles) => permissionRefusal(operation, permissions[operation], held)

test('every operation has a row, and no row is without an operation', () => {
  expect(Object.keys(permissions).toSorted()).toEqual(ids.toSorted())
})

describe('each role at each level', () => {
  const rank: Record<Role, number> = { admin: 3, collaborator: 2, viewer: 1 }
  const samples: Record<`${RoleLevel}.${Role}`, OperationId> = {
    'fleet.admin': 'system_policy_update',
    'fleet.collaborator': 'silo_create',
    'fleet.viewer': 'rack_list',
    'silo.admin': 'policy_update',
    'silo.collaborator': 'project_create',
    'silo.viewer': 'image_list',
    'project.admin': 'project_delete',
    'project.collaborator': 'disk_create',
    'project.viewer': 'disk_view',
  }
  // The silo's policy is the one sample that fleet collaborators may write as well.
  const alsoFleet = (operation: OperationId, level: RoleLevel, role: Role) =>
    operation === 'policy_update' && level === 'fleet' && rank[role] >= 2

  for (const [need, operation] of Object.entries(samples)) {
    const [neededLevel, neededRole] = need.split('.') as [RoleLevel, Role]
    for (const level of roleLevels)
      for (const role of roles)
        test(`${level} ${role} doing ${operation}`, () => {
          const enough = level === neededLevel && rank[role] >= rank[neededRole]
          const expected = enough || alsoFleet(operation, level, role)
          expect(permits(operation, { [level]: role })).toBe(expected)
          expect(refusal(operation, { [level]: role }) === undefined).toBe(expected)
        })
  }
})

const open: OperationId[] = [
  'ping',
  'login_local',
  'login_saml',
  'login_providers_view',
  'login_saml_begin',
  'logout',
  'device_auth_request',
  'device_access_token',
]

test.each(ids)('%s without a session', (id) => {
  expect(permits(id, undefined)).toBe(open.includes(id))
})

const plainUser = [
  'auth_settings_view',
  'current_user_access_token_delete',
  'current_user_access_token_list',
  'current_user_groups',
  'current_user_history_list',
  'current_user_ssh_key_create',
  'current_user_ssh_key_delete',
  'current_user_ssh_key_list',
  'current_user_ssh_key_view',
  'current_user_view',
  'device_auth_confirm',
  'event_stream',
  'group_list',
  'group_view',
  'image_catalog_list',
  'policy_view',
  'project_ip_pool_list',
  'project_ip_pool_view',
  'silo_metric',
  'user_list',
  'utilization_view',
]

test('what any signed-in user may do, without a role anywhere', () => {
  expect(ids.filter((id) => !open.includes(id) && permits(id, {})).toSorted()).toEqual(plainUser.toSorted())
})

const rowsOf = (table: object) =>
  (Object.keys(table) as OperationId[]).map((id) => [id, operations[id].method] as const)

describe('project work', () => {
  const tables = [instances, disks, snapshots, affinity, vpcs, subnets, routers, internetGateways, firewallRules]
  const more = [networkInterfaces, floatingIps, externalIps]

  test.each([...tables, ...more].flatMap(rowsOf))('%s', (id, method) => {
    const writes = method !== 'get' || /^instance_(serial|graphical)_console_stream$/.test(id)
    expect(permissions[id]).toBe(writes ? 'project.collaborator' : 'project.viewer')
  })
})

describe('the fleet', () => {
  const tables = [racks, sleds, physicalDisks, switches, bgp, bfd, allowList, icmp, supportBundles, updates]
  const byCollaborators = [
    'networking_address_lot_create',
    'networking_loopback_address_create',
    'networking_switch_port_settings_create',
  ]
  const shared = [addressLots, loopbackAddresses, switchPorts]

  test.each([...tables, ...shared].flatMap(rowsOf))('%s', (id, method) => {
    const write = byCollaborators.includes(id) ? 'fleet.collaborator' : 'fleet.admin'
    expect(permissions[id]).toBe(method === 'get' || method === 'head' ? 'fleet.viewer' : write)
  })
})

test('fleet roles alone never reach into projects', () => {
  const inside =
    /^(instance|disk|snapshot|vpc|floating_ip|image(?!_catalog)|project_(?!ip_pool)|probe|affinity|anti_affinity|internet)/
  for (const id of ids.filter((one) => inside.test(one)))
    expect([id, permits(id, { fleet: 'admin' })]).toEqual([id, false])
})

describe('rows of their own', () => {
  test('a silo image asks for silo roles, a project image for project roles', () => {
    expect(permits('image_view', { project: 'admin' })).toBe(false)
    expect(permits('image_view', { silo: 'viewer' })).toBe(true)
    expect(permits('image_view', { project: 'viewer', inProject: true })).toBe(true)
    expect(permits('image_delete', { silo: 'viewer', project: 'viewer', inProject: true })).toBe(false)
    expect(permits('image_create', { project: 'collaborator', inProject: true })).toBe(true)
  })

  test('promotion asks for both levels', () => {
    expect(permits('image_promote', { silo: 'collaborator' })).toBe(false)
    expect(permits('image_promote', { project: 'admin' })).toBe(false)
    expect(permits('image_promote', { project: 'collaborator', silo: 'collaborator' })).toBe(true)
  })

  test('a probe asks for the fleet as well, since it names a sled', () => {
    expect(permits('probe_create', { project: 'collaborator' })).toBe(false)
    expect(permits('probe_create', { project: 'collaborator', fleet: 'viewer' })).toBe(true)
  })

  test('members read their own silo, fleet viewers every silo', () => {
    for (const id of ['silo_view', 'silo_policy_view', 'silo_quotas_view', 'silo_user_list'] as const) {
      expect(permits(id, {})).toBe(false)
      expect(permits(id, { siloMember: true })).toBe(true)
      expect(permits(id, { fleet: 'viewer' })).toBe(true)
    }
  })

  test('a silo admin may not raise the limits of its silo', () => {
    expect(permits('silo_quotas_update', { silo: 'admin', siloMember: true })).toBe(false)
    expect(permits('silo_quotas_update', { fleet: 'collaborator' })).toBe(true)
  })

  test('nobody decides on roles of a silo that count for more in the fleet than their own', () => {
    const mappedFleetRoles = { collaborator: ['viewer', 'admin'] } as const
    for (const id of decidesSiloRoles) {
      expect(permits(id, { fleet: 'admin', silo: 'admin', mappedFleetRoles })).toBe(true)
      expect(permits(id, { fleet: 'collaborator', silo: 'admin', mappedFleetRoles })).toBe(false)
      expect(permits(id, { silo: 'admin', mappedFleetRoles: {} })).toBe(true)
    }
    expect(permits('silo_policy_update', { fleet: 'collaborator', mappedFleetRoles })).toBe(false)
    expect(permits('silo_policy_update', { fleet: 'collaborator', mappedFleetRoles: { admin: ['viewer'] } })).toBe(true)
    expect(permits('silo_policy_view', { fleet: 'collaborator', mappedFleetRoles })).toBe(true)
    expect(permits('local_idp_user_set_password', { self: true, mappedFleetRoles })).toBe(true)
  })

  test('a password is changed by its user or an admin', () => {
    expect(permits('local_idp_user_set_password', { self: true })).toBe(true)
    expect(permits('local_idp_user_set_password', { silo: 'collaborator' })).toBe(false)
    expect(permits('local_idp_user_set_password', { silo: 'admin' })).toBe(true)
    expect(permits('local_idp_user_set_password', { fleet: 'admin' })).toBe(true)
  })

  test('nobody sets the password of somebody who has a stronger role in the fleet', () => {
    const set = (held: object) => permits('local_idp_user_set_password', { silo: 'admin', ...held })
    expect(set({ usersFleetRole: 'viewer' })).toBe(false)
    expect(set({ fleet: 'collaborator', usersFleetRole: 'admin' })).toBe(false)
    expect(set({ fleet: 'collaborator', usersFleetRole: 'collaborator' })).toBe(true)
    expect(set({ self: true, usersFleetRole: 'admin' })).toBe(true)
  })

  test('access is ended by its user or an admin, and by nobody with less in the fleet than that user', () => {
    for (const id of ['user_logout', 'user_session_list', 'user_token_list', 'local_idp_user_delete'] as const) {
      const own = id !== 'local_idp_user_delete'
      expect([id, permits(id, { self: true, usersFleetRole: 'admin' })]).toEqual([id, own])
      expect([id, permits(id, { silo: 'collaborator', fleet: 'collaborator' })]).toEqual([id, false])
      expect([id, permits(id, { silo: 'admin' })]).toEqual([id, true])
      expect([id, permits(id, { silo: 'admin', usersFleetRole: 'viewer' })]).toEqual([id, false])
      expect([id, permits(id, { silo: 'admin', fleet: 'viewer', usersFleetRole: 'viewer' })]).toEqual([id, true])
      expect([id, permits(id, { fleet: 'admin', usersFleetRole: 'admin' })]).toEqual([id, true])
    }
  })

  test('the serial console is read by viewers and typed into by collaborators', () => {
    expect(permits('instance_serial_console', { project: 'viewer' })).toBe(true)
    expect(permits('instance_serial_console_stream', { project: 'viewer' })).toBe(false)
  })
})

describe('refusals', () => {
  test('name the level, the role needed and the role held', () => {
    expect(refusal('disk_create', { project: 'viewer' })).toBe('Needs project collaborator; you have viewer')
    expect(refusal('disk_create', {})).toBe('Needs project collaborator; you have none')
    expect(refusal('image_promote', { project: 'admin', silo: 'viewer' })).toBe(
      'Needs silo collaborator; you have viewer',
    )
    expect(refusal('policy_update', { silo: 'viewer' })).toBe('Needs silo admin; you have viewer')
  })

  test('ask nobody for a role in a silo that is not their own', () => {
    const elsewhere = { fleet: 'viewer', siloMember: false } as const
    expect(refusal('local_idp_user_create', elsewhere)).toBe('Needs fleet admin; you have viewer')
    expect(refusal('local_idp_user_create', { ...elsewhere, siloMember: true })).toBe('Needs silo admin; you have none')
  })

  test('name the role in the fleet that a silo or a user asks for beside', () => {
    const mappedFleetRoles = { admin: ['admin'], viewer: ['viewer'] } as const
    const collaborator = { fleet: 'collaborator', siloMember: false } as const
    const needsAdmin = 'Needs fleet admin; you have collaborator'
    expect(refusal('silo_policy_update', { ...collaborator, mappedFleetRoles })).toBe(needsAdmin)
    expect(refusal('silo_create', { ...collaborator, mappedFleetRoles })).toBe(needsAdmin)
    expect(refusal('silo_policy_update', { ...collaborator, mappedFleetRoles: {} })).toBeUndefined()
    const unknown = { ...collaborator, fleet: 'unknown', mappedFleetRoles } as const
    expect(refusal('silo_policy_update', unknown)).toBeUndefined()
    const siloAdmin = { silo: 'admin', fleet: 'viewer', siloMember: true, usersFleetRole: 'admin' } as const
    expect(refusal('local_idp_user_set_password', siloAdmin)).toBe('Needs fleet admin; you have viewer')
    expect(refusal('local_idp_user_set_password', { ...siloAdmin, self: true })).toBeUndefined()
  })

  test('an unknown role leaves the control enabled', () => {
    expect(refusal('disk_create', { project: 'unknown' })).toBeUndefined()
    expect(refusal('project_create', { project: 'unknown', silo: 'viewer' })).toBe(
      'Needs silo collaborator; you have viewer',
    )
  })
})

test('a silo whose roles are to count in the fleet takes a fleet admin to make', () => {
  const mappedFleetRoles = { viewer: ['viewer'] } as const
  expect(permits('silo_create', { fleet: 'collaborator', mappedFleetRoles })).toBe(false)
  expect(permits('silo_create', { fleet: 'admin', mappedFleetRoles })).toBe(true)
  expect(permits('silo_create', { fleet: 'collaborator', mappedFleetRoles: { admin: [] } })).toBe(true)
  expect(permits('silo_create', { fleet: 'collaborator' })).toBe(true)
})

test('roles on projects matter to what a project is asked for', () => {
  const asking: OperationId[] = ['disk_list', 'image_list', 'image_promote', 'probe_create', 'silo_metric']
  expect(asking.filter((id) => !asksForProject(id))).toEqual([])
  const others: OperationId[] = ['project_list', 'silo_policy_update', 'ping', 'current_user_view', 'rack_list']
  expect(others.filter(asksForProject)).toEqual([])
})
