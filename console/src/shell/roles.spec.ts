import type { Role } from '@skerry/contract/rules/roles.ts'
import { expect, test } from 'vitest'
import { type Knowledge, knownRoles } from './roles.ts'

const policy = (...assignments: [identityId: string, roleName: Role][]) => ({
  roleAssignments: assignments.map(([identityId, roleName]) => ({ identityId, roleName })),
})
const roles = (known: Partial<Knowledge>) =>
  knownRoles({
    userId: 'ada',
    groupIds: ['sailors'],
    systemPolicy: null,
    siloPolicy: policy(),
    projectPolicy: policy(),
    inProject: true,
    ...known,
  })

test('the strongest of own and group roles counts', () => {
  expect(roles({ siloPolicy: policy(['ada', 'viewer'], ['sailors', 'collaborator']) }).silo).toBe('collaborator')
  expect(roles({ siloPolicy: policy(['bob', 'admin']) }).silo).toBeUndefined()
})

test('a silo role gives one in its projects', () => {
  expect(roles({ siloPolicy: policy(['ada', 'viewer']) }).project).toBe('viewer')
  expect(roles({ siloPolicy: policy(['sailors', 'collaborator']) }).project).toBe('admin')
  expect(roles({ siloPolicy: policy(['ada', 'admin']), inProject: false }).project).toBeUndefined()
})

test('what cannot be read leaves a role unknown, unless it cannot matter', () => {
  expect(roles({ siloPolicy: undefined }).silo).toBe('unknown')
  expect(roles({ projectPolicy: undefined }).project).toBe('unknown')
  expect(roles({ projectPolicy: undefined, siloPolicy: policy(['ada', 'admin']) }).project).toBe('admin')
  expect(roles({ groupIds: undefined, siloPolicy: policy(['ada', 'viewer']) }).silo).toBe('unknown')
})

test('who may not read the policy of the system has no role there', () => {
  expect(roles({ systemPolicy: null }).fleet).toBeUndefined()
  expect(roles({ systemPolicy: undefined }).fleet).toBe('unknown')
})

test('a role in the own silo counts in no other', () => {
  const elsewhere = roles({ siloPolicy: policy(['ada', 'admin']), inOtherSilo: true })
  expect(elsewhere).toMatchObject({ silo: undefined, siloMember: false })
})

test('a fleet role is known where nothing that the silo maps could be stronger', () => {
  expect(roles({ systemPolicy: policy(['ada', 'admin']) }).fleet).toBe('admin')
  expect(roles({ systemPolicy: policy(['ada', 'viewer']) }).fleet).toBe('unknown')
})
