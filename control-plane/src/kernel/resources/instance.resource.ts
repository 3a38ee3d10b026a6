import { projects } from './project.resource.ts'
import { defineResource } from './resource.ts'

/** Declared in the kernel and not in its wing, since network interfaces of another wing are its children. */
export const instances = defineResource({
  kind: 'instance',
  table: 'instances',
  parameter: 'instance',
  parent: { of: projects, column: 'project_id' },
})
