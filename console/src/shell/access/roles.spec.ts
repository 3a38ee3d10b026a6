import type { Role } from '@skerry/contract/rules/roles.ts'
import { expect, test } from 'vitest'
import { operatorRoutes } from '~/api/operator-routes.gen.ts'
import { addRoutes } from '~/api/routes.ts'
import { capabilitiesOf } from './capabilities.ts'
import { type Knowledge, knownRoles, operationRefusal } from './roles.ts'

addRoutes(operatorRoutes)

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
    mappedFleetRoles: undefined,
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

test('a fleet role is the strongest of what is assigned and what the own silo maps', () => {
  const systemPolicy = policy(['ada', 'viewer'])
  expect(roles({ systemPolicy, mappedFleetRoles: {} }).fleet).toBe('viewer')
  const mapping = { systemPolicy, mappedFleetRoles: { collaborator: ['collaborator'] } as const }
  expect(roles({ ...mapping, siloPolicy: policy(['sailors', 'admin']) }).fleet).toBe('collaborator')
  expect(roles({ ...mapping, siloPolicy: policy(['sailors', 'viewer']) }).fleet).toBe('viewer')
  expect(roles({ ...mapping, siloPolicy: policy(['sailors', 'admin']), inOtherSilo: true }).fleet).toBe('collaborator')
})

test('a fleet role is unknown where what is not known could give a stronger one', () => {
  expect(roles({ systemPolicy: policy(['ada', 'admin']) }).fleet).toBe('admin')
  expect(roles({ systemPolicy: policy(['ada', 'viewer']) }).fleet).toBe('unknown')
  const unread = { systemPolicy: policy(['ada', 'viewer']), siloPolicy: undefined }
  expect(roles({ ...unread, mappedFleetRoles: {} }).fleet).toBe('viewer')
  expect(roles({ ...unread, mappedFleetRoles: { viewer: ['admin'] } }).fleet).toBe('unknown')
})

test('an operation that the server lacks is refused to everyone, with the reason', () => {
  const admin = roles({ systemPolicy: policy(['ada', 'admin']), mappedFleetRoles: {} })
  const server = {
    guestNetwork: true,
    portForwards: true,
    imageConversion: false,
    bios: true,
    efi: true,
    graphicalConsole: false,
    guestAgent: false,
    switches: false,
    sledAddition: false,
    updates: true,
    saml: true,
  }
  const capabilities = capabilitiesOf({
    status: 'ok',
    capabilities: { ...server, supportBundles: true, imageFetches: true, uploadChecksums: true, eventStream: true },
  })
  expect(operationRefusal('sled_add', admin, capabilities)).toBe('Not on this platform: its sleds are fixed')
  expect(operationRefusal('networking_bfd_enable', admin, capabilities)).toBe(
    'Not on this platform: it has no switches',
  )
  expect(operationRefusal('networking_bfd_disable', admin, capabilities)).toBeUndefined()
  expect(operationRefusal('target_release_update', admin, capabilities)).toBeUndefined()
  // Older servers report none, and have all.
  expect(operationRefusal('sled_add', admin, capabilitiesOf({ status: 'ok' }))).toBeUndefined()
  expect(operationRefusal('sled_add', admin, undefined)).toBeUndefined()
  expect(operationRefusal('sled_add', roles({}), undefined)).toBeDefined()
})
