import { describe, expect, test } from 'vitest'
import { assignedRole, fleetRole, projectRole, roles, roleSuffices, strongestRole, type Role } from './roles.ts'

const held = [...roles, undefined]

test('the highest role wins', () => {
  expect(strongestRole(['viewer', 'admin', 'collaborator'])).toBe('admin')
  expect(strongestRole(['viewer', undefined, 'collaborator'])).toBe('collaborator')
  expect(strongestRole([undefined])).toBeUndefined()
  expect(strongestRole([])).toBeUndefined()
})

test.each(held.flatMap((have) => roles.map((need) => [have, need] as const)))('%s where %s is needed', (have, need) => {
  const rank = { admin: 3, collaborator: 2, viewer: 1 }
  expect(roleSuffices(have, need)).toBe(have !== undefined && rank[have] >= rank[need])
})

describe('a policy', () => {
  const policy = [
    { identity_id: 'me', role_name: 'viewer' as const },
    { identity_id: 'group', role_name: 'collaborator' as const },
    { identity_id: 'other', role_name: 'admin' as const },
  ]

  test('gives the strongest of what the user and its groups were assigned', () => {
    expect(assignedRole(policy, new Set(['me']))).toBe('viewer')
    expect(assignedRole(policy, new Set(['me', 'group']))).toBe('collaborator')
    expect(assignedRole(policy, new Set(['nobody']))).toBeUndefined()
  })

  test("reads the console's spelling too", () => {
    expect(assignedRole([{ identityId: 'me', roleName: 'admin' }], new Set(['me']))).toBe('admin')
  })
})

describe('inheritance', () => {
  const fromSilo = { admin: 'admin', collaborator: 'admin', viewer: 'viewer' } as const

  test.each(held.flatMap((silo) => held.map((project) => [silo, project] as const)))(
    'silo %s and project %s',
    (silo, project) => {
      expect(projectRole(project, silo)).toBe(strongestRole([project, silo && fromSilo[silo]]))
    },
  )

  test('a silo maps its roles, the stronger counting as the weaker', () => {
    const mapped = { viewer: ['viewer'], collaborator: ['collaborator'] } as const
    const expected: [Role | undefined, Role | undefined][] = [
      ['admin', 'collaborator'],
      ['collaborator', 'collaborator'],
      ['viewer', 'viewer'],
      [undefined, undefined],
    ]
    for (const [silo, fleet] of expected) expect(fleetRole(undefined, silo, mapped)).toBe(fleet)
    expect(fleetRole('admin', 'viewer', mapped)).toBe('admin')
    expect(fleetRole(undefined, 'viewer', { admin: ['admin'] })).toBeUndefined()
  })
})
