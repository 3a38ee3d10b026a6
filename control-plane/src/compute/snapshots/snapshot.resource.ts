import { projects } from '../../kernel/resources/project.resource.ts'
import { defineResource } from '../../kernel/resources/resource.ts'

export const snapshots = defineResource({
  kind: 'snapshot',
  table: 'snapshots',
  parameter: 'snapshot',
  parent: { of: projects, column: 'project_id' },
})
