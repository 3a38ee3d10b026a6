import { askToDelete } from '~/shell/ask-to-delete.tsx'
import type { Group } from './kinds.ts'

/** @param onDeleted leaves the page of a group that is gone. */
export const askToDeleteGroup = ({ kind, id, name }: Group, onDeleted?: () => void): void =>
  askToDelete({
    kind: kind.thing,
    name,
    consequence: 'is permanently deleted. Its instances are kept and stay where they run.',
    method: kind.delete,
    request: { path: kind.pathOf(id) },
    onDeleted,
  })
