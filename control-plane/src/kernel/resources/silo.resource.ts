import { defineResource } from './resource.ts'

export const silos = defineResource({ kind: 'silo', table: 'silos', parameter: 'silo' })
