import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { fetchCode } from '~/lib/code.ts'
import { confirm } from '~/lib/confirm.ts'
import { myGroupsQuery, useMe } from '~/shell/access/session.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { Notice } from '~/ui/notice.tsx'
import { type AccessRow, typeLabel } from './access-rows.ts'
import type { Policy, PolicyHolder } from './holders.ts'
import { losesAdmin, requestOf, type RoleChange } from './role-change.ts'

/** What happens to callers who remove their own role. */
const ownWarning = (holder: PolicyHolder): string =>
  `You will no longer be admin of ${holder.name}. Only another admin can undo this.`

/** Asks again before callers remove their own admin role. */
export const confirmLosingAdmin = (holder: PolicyHolder): Promise<boolean> =>
  confirm({
    title: 'Lower your own role',
    danger: true,
    body: ownWarning(holder),
    confirmLabel: 'Lower my role',
    cancelLabel: 'Keep admin',
  })

interface Removal {
  holder: PolicyHolder
  policy: Policy
  row: AccessRow
  /** The user and its groups. */
  own: ReadonlySet<string>
}

/** Asks, takes a role away, and says so. */
export function askToRemove({ holder, policy, row, own }: Removal): void {
  const change: RoleChange = { id: row.id, type: row.type, name: row.name, role: undefined }
  const warning = warningOf(losesAdmin(policy, own, change), own.has(row.id), holder)
  void confirm({
    title: 'Remove role',
    danger: true,
    body: (
      <div className="flex flex-col gap-3">
        <p>
          {typeLabel[row.type]} <b>{row.name}</b> is no longer <b>{row.own[0]}</b> of {holder.name}.
        </p>
        {warning}
      </div>
    ),
    copyAs: <CopyAsButton request={copyRequest(holder.update, requestOf(holder, policy, change))} />,
    action: async () => (await fetchCode(() => import('./make-role-change.ts'))).removeRoles(holder, row, change),
  })
}

function warningOf(losing: boolean, isOwn: boolean, holder: PolicyHolder): ReactNode {
  if (losing) return <Notice tone="bad" title="This is your own role" content={ownWarning(holder)} />
  if (!isOwn) return null
  return <Notice tone="warn" title="This is your own role" content="You lose the access that it gives you." />
}

/** Whom the user's roles are given to: the user and its groups. */
export function useOwnIdentities(): ReadonlySet<string> {
  const { id: own } = useMe()
  const { data: groups } = useQuery(myGroupsQuery)
  return useMemo(() => new Set([own, ...(groups ?? []).map(({ id }) => id)]), [own, groups])
}
