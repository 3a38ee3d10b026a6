import { projects } from '../../kernel/resources/project.resource.ts'
import { defineResource } from '../../kernel/resources/resource.ts'

export const vpcs = defineResource({
  kind: 'vpc',
  table: 'vpcs',
  parameter: 'vpc',
  parent: { of: projects, column: 'project_id' },
})
