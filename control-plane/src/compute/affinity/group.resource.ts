import { projects } from '../../kernel/resources/project.resource.ts'
import { defineResource } from '../../kernel/resources/resource.ts'

const group = { table: 'affinity_groups', parent: { of: projects, column: 'project_id' } } as const

/** The two resources in the table of groups, by the `kind` of their rows. */
export const affinityGroups = {
  affinity: defineResource({
    kind: 'affinity-group',
    only: { kind: 'affinity' },
    parameter: 'affinity_group',
    ...group,
  }),
  anti_affinity: defineResource({
    kind: 'anti-affinity-group',
    only: { kind: 'anti_affinity' },
    parameter: 'anti_affinity_group',
    ...group,
  }),
}
