import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { AffinityGroupMember } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { confirm } from '~/ui/confirm.ts'
import { toast } from '~/ui/toast.ts'
import type { Group } from './kinds.ts'

export type Member = AffinityGroupMember['value']

/** Asks, takes an instance out of a group, and says so in a toast. */
export function askToRemove({ kind, ...group }: Group, member: Member): void {
  const request = { path: { ...kind.pathOf(group.id), instance: member.id } }
  void confirm({
    title: 'Remove from group',
    body: (
      <>
        <b>{member.name}</b> leaves the group <b>{group.name}</b>. It stays where it runs now; the rule no longer counts
        for it when it is placed anew.
      </>
    ),
    danger: true,
    copyAs: <CopyAsButton request={copyRequest(kind.removeMember, request)} />,
    action: async () => {
      await apiCall(kind.removeMember, request)
      void refreshAfter(kind.removeMember)
      toast({ content: outcome('Instance', member.name, 'removed from', group.name) })
    },
  })
}
