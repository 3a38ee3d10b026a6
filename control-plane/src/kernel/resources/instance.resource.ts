import { projects } from './project.resource.ts'
import { defineResource } from './resource.ts'

/** Here and not in its wing, since interfaces lie in it. */
export const instances = defineResource({
  kind: 'instance',
  table: 'instances',
  parameter: 'instance',
  parent: { of: projects, column: 'project_id' },
})
