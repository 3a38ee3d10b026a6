import type { AffinityGroupMember } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'
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

export type Member = AffinityGroupMember['value']

export function askToRemove({ kind, ...group }: Group, member: Member): void {
  const request = { path: { ...kind.pathOf(group.id), instance: member.id } }
  askToDo({
    title: 'Remove from group',
    body: (
      <>
        <b>{member.name}</b> is removed from the group <b>{group.name}</b>. It stays where it runs; the rule no longer
        applies when it next starts.
      </>
    ),
    danger: true,
    method: kind.removeMember,
    request,
    done: () => outcome('Instance', member.name, 'removed from', group.name),
  })
}
