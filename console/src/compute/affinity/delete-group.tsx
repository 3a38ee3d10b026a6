import { askToDelete } from '~/shell/ask-to-delete.tsx'
import type { Group } from './kinds.ts'

export const askToDeleteGroup = ({ kind, id, name }: Group): void =>
  askToDelete({
    kind: kind.thing,
    name,
    consequence:
      'is deleted for good. Its instances stay as they are, and no longer count as members when they are placed.',
    method: kind.delete,
    request: { path: kind.pathOf(id) },
  })
