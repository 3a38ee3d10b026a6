import type { OperationId } from '../operations.ts'
import { type HeldRoles, meetsNeeds, type Needs } from './needs.ts'
import { permissions } from './permission-table.ts'

/** Whether a project role can satisfy an operation. */
export function asksForProject(operation: OperationId): boolean {
  const needs: Needs = permissions[operation]
  const all =
    typeof needs === 'string'
      ? [needs]
      : 'anyOf' in needs
        ? needs.anyOf
        : 'inProject' in needs
          ? [needs.inProject]
          : needs
  return all.some((need) => need.startsWith('project.'))
}

/** Whether a caller may run an operation; `held` is undefined when not signed in. */
export const permits = (operation: OperationId, held: HeldRoles | undefined): boolean =>
  meetsNeeds(operation, permissions[operation], held)
