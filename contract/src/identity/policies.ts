import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { roles } from '../rules/roles.ts'
import { NameOrId, uuid } from '../values.ts'

export const FleetRole = z.enum(roles).meta({ id: 'FleetRole' })
export type FleetRole = z.infer<typeof FleetRole>

export const IdentityType = z.enum(['silo_user', 'silo_group']).meta({ id: 'IdentityType' })
export type IdentityType = z.infer<typeof IdentityType>

export const FleetRoleRoleAssignment = z
  .object({ identity_id: uuid, identity_type: IdentityType, role_name: FleetRole })
  .meta({ id: 'FleetRoleRoleAssignment' })
export type FleetRoleRoleAssignment = z.infer<typeof FleetRoleRoleAssignment>

export const FleetRolePolicy = z
  .object({ role_assignments: z.array(FleetRoleRoleAssignment) })
  .meta({ id: 'FleetRolePolicy' })
export type FleetRolePolicy = z.infer<typeof FleetRolePolicy>

export const ProjectRole = z.enum(roles).meta({ id: 'ProjectRole' })
export type ProjectRole = z.infer<typeof ProjectRole>

export const ProjectRoleRoleAssignment = z
  .object({ identity_id: uuid, identity_type: IdentityType, role_name: ProjectRole })
  .meta({ id: 'ProjectRoleRoleAssignment' })
export type ProjectRoleRoleAssignment = z.infer<typeof ProjectRoleRoleAssignment>

export const ProjectRolePolicy = z
  .object({ role_assignments: z.array(ProjectRoleRoleAssignment) })
  .meta({ id: 'ProjectRolePolicy' })
export type ProjectRolePolicy = z.infer<typeof ProjectRolePolicy>

export const SiloRole = z.enum(roles).meta({ id: 'SiloRole' })
export type SiloRole = z.infer<typeof SiloRole>

export const SiloRoleRoleAssignment = z
  .object({ identity_id: uuid, identity_type: IdentityType, role_name: SiloRole })
  .meta({ id: 'SiloRoleRoleAssignment' })
export type SiloRoleRoleAssignment = z.infer<typeof SiloRoleRoleAssignment>

export const SiloRolePolicy = z
  .object({ role_assignments: z.array(SiloRoleRoleAssignment) })
  .meta({ id: 'SiloRolePolicy' })
export type SiloRolePolicy = z.infer<typeof SiloRolePolicy>

export const policies = defineOperations({
  policy_view: {
    tag: 'silos',
    method: 'get',
    path: '/v1/policy',
    answer: [200, SiloRolePolicy],
  },
  policy_update: {
    tag: 'silos',
    method: 'put',
    path: '/v1/policy',
    body: SiloRolePolicy,
    answer: [200, SiloRolePolicy],
  },
  project_policy_view: {
    tag: 'projects',
    method: 'get',
    path: '/v1/projects/{project}/policy',
    params: z.object({ project: NameOrId }),
    answer: [200, ProjectRolePolicy],
  },
  project_policy_update: {
    tag: 'projects',
    method: 'put',
    path: '/v1/projects/{project}/policy',
    params: z.object({ project: NameOrId }),
    body: ProjectRolePolicy,
    answer: [200, ProjectRolePolicy],
  },
  system_policy_view: {
    tag: 'policy',
    method: 'get',
    path: '/v1/system/policy',
    answer: [200, FleetRolePolicy],
  },
  system_policy_update: {
    tag: 'policy',
    method: 'put',
    path: '/v1/system/policy',
    body: FleetRolePolicy,
    answer: [200, FleetRolePolicy],
  },
  silo_policy_view: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/silos/{silo}/policy',
    params: z.object({ silo: NameOrId }),
    answer: [200, SiloRolePolicy],
  },
  silo_policy_update: {
    tag: 'system/silos',
    method: 'put',
    path: '/v1/system/silos/{silo}/policy',
    params: z.object({ silo: NameOrId }),
    body: SiloRolePolicy,
    answer: [200, SiloRolePolicy],
  },
})
