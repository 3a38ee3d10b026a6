import { projects } from '../../kernel/resources/project.resource.ts'
import { defineResource } from '../../kernel/resources/resource.ts'

export const disks = defineResource({
  kind: 'disk',
  table: 'disks',
  parameter: 'disk',
  parent: { of: projects, column: 'project_id' },
})
