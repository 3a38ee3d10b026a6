import type { Role } from '@skerry/contract/rules/roles.ts'
import { expect, test } from 'vitest'
import { accessRows } from './access-rows.ts'
import { heldRoles, heldText, withSiloRoles } from './held-roles.tsx'
import type { Policy } from './holders.ts'
import { losesAdmin, policyWith } from './role-change.ts'

const policy = (...lines: [identityId: string, roleName: Role][]): Policy => ({
  roleAssignments: lines.map(([identityId, roleName]) => ({
    identityId,
    roleName,
    identityType: identityId.startsWith('group') ? 'silo_group' : 'silo_user',
  })),
})
const named = (id: string, displayName: string) => ({ id, displayName, siloId: 'silo', groupIds: [] })
const users = [named('ada', 'Ada'), named('bob', 'bob')]
const groups = [named('group-1', 'sailors'), named('group-2', 'Divers')]

test('groups come before users, then names decide; who is unknown is called by the id', () => {
  const rows = accessRows({
    policy: policy(
      ['bob', 'viewer'],
      ['zed', 'viewer'],
      ['ada', 'viewer'],
      ['group-1', 'viewer'],
      ['group-2', 'admin'],
    ),
    users,
    groups,
  })
  expect(rows.map(({ name }) => name)).toEqual(['Divers', 'sailors', 'Ada', 'bob', 'zed'])
  expect(rows.map(({ isKnown }) => isKnown)).toEqual([true, true, true, true, false])
})

test('users of several silos are told apart by their silos', () => {
  const [ada, bob] = users
  const known = [
    { ...ada!, siloName: 'north' },
    { ...bob!, siloName: 'south' },
  ]
  const rows = accessRows({
    policy: policy(['ada', 'viewer'], ['bob', 'viewer'], ['group-1', 'viewer']),
    users: known,
    groups,
  })
  expect(rows.map(({ kind }) => kind)).toEqual(['Group', 'User of north', 'User of south'])
})

test('in a project the strongest of its roles and those of the silo counts, and each source is said', () => {
  const rows = accessRows({
    policy: policy(['ada', 'viewer'], ['bob', 'admin']),
    above: policy(['ada', 'collaborator'], ['group-1', 'viewer'], ['bob', 'viewer']),
    users,
    groups,
  })
  expect(rows.map(({ name, role, sources, own }) => ({ name, role, sources, own }))).toEqual([
    { name: 'sailors', role: 'viewer', sources: ['Viewer as silo viewer'], own: [] },
    { name: 'Ada', role: 'admin', sources: ['Admin as silo collaborator', 'Viewer of the project'], own: ['viewer'] },
    { name: 'bob', role: 'admin', sources: ['Admin of the project', 'Viewer as silo viewer'], own: ['admin'] },
  ])
})

test('a role takes the place of all that the same identity had', () => {
  const change = { id: 'ada', type: 'silo_user', name: 'Ada', role: 'viewer' } as const
  const before = policy(['ada', 'admin'], ['ada', 'collaborator'], ['bob', 'admin'])
  expect(policyWith(before, change)).toEqual(policy(['bob', 'admin'], ['ada', 'viewer']))
  expect(policyWith(before, { ...change, role: undefined })).toEqual(policy(['bob', 'admin']))
})

test('who stays admin through a group, or was none, loses nothing', () => {
  const change = { id: 'ada', type: 'silo_user', name: 'Ada', role: undefined } as const
  const ada = new Set(['ada', 'group-1'])
  expect(losesAdmin(policy(['ada', 'admin']), ada, change)).toBe(true)
  expect(losesAdmin(policy(['ada', 'admin']), ada, { ...change, role: 'collaborator' })).toBe(true)
  expect(losesAdmin(policy(['ada', 'admin'], ['group-1', 'admin']), ada, change)).toBe(false)
  expect(losesAdmin(policy(['ada', 'viewer']), ada, change)).toBe(false)
  expect(losesAdmin(policy(['group-1', 'admin']), ada, { ...change, id: 'group-1', type: 'silo_group' })).toBe(true)
})

test('the roles of a user are told with their sources, the strongest first', () => {
  const inSilo = heldRoles(policy(['ada', 'viewer'], ['group-1', 'collaborator'], ['group-2', 'admin']), 'ada', [
    groups[0]!,
  ])
  expect(inSilo.map(heldText)).toEqual(['Collaborator, through sailors', 'Viewer, direct'])
  const inProject = heldRoles(policy(['ada', 'collaborator']), 'ada')
  expect(withSiloRoles(inProject, inSilo).map(heldText)).toEqual([
    'Admin, as silo collaborator through sailors',
    'Collaborator, direct',
    'Viewer, as silo viewer',
  ])
})
