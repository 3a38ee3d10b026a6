import { defineResource } from './resource.ts'
import { silos } from './silo.resource.ts'

/** Declared in the kernel and not in its wing, since two wings have resources in projects. */
export const projects = defineResource({
  kind: 'project',
  table: 'projects',
  parameter: 'project',
  parent: { of: silos, column: 'silo_id' },
})
