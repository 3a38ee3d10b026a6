import { pathTo } from '~/shell/path.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import type { AccessRow } from './access-rows.ts'
import { ownSilo } from './holders.ts'
import { usePolicyEditor } from './policy-editor.tsx'

/** The page of a user or group of the own silo. */
export const pageOfIdentity = ({ id, type }: Pick<AccessRow, 'id' | 'type'>) =>
  type === 'silo_user' ? pathTo('/access/users/$user', { user: id }) : pathTo('/access/groups/$group', { group: id })

/** Who has a role in the silo. */
export function SiloRolesTab() {
  const { addButton, table } = usePolicyEditor(ownSilo, { pageOf: pageOfIdentity })
  return (
    <>
      <TabHeading title="Roles">{addButton}</TabHeading>
      {table}
    </>
  )
}
