import { pathTo } from '~/shell/path.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import type { AccessRow } from './access-rows.ts'
import { ownSilo } from './holders.ts'
import { usePolicyEditor } from './policy-editor.tsx'

export const pageOfIdentity = ({ id, type }: Pick<AccessRow, 'id' | 'type'>) =>
  type === 'silo_user' ? pathTo('/access/users/$user', { user: id }) : pathTo('/access/groups/$group', { group: id })

export function SiloRolesTab() {
  const { addButton, table } = usePolicyEditor(ownSilo, { pageOf: pageOfIdentity })
  return (
    <>
      <TabHeading title="Roles">{addButton}</TabHeading>
      {table}
    </>
  )
}
