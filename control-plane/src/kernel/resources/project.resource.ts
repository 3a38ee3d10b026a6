import { defineResource } from './resource.ts'
import { silos } from './silo.resource.ts'

/** Here and not in its wing, since the resources in it are in two wings. */
export const projects = defineResource({
  kind: 'project',
  table: 'projects',
  parameter: 'project',
  parent: { of: silos, column: 'silo_id' },
})
