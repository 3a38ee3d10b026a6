import { TabHeading } from '~/shell/list/tab-heading.tsx'
import { pageOfIdentity } from './access-rows.ts'
import { ownSilo } from './holders.ts'
import { usePolicyEditor } from './policy-editor.tsx'

export function SiloRolesTab() {
  const { addButton, table } = usePolicyEditor(ownSilo, { pageOf: pageOfIdentity })
  return (
    <>
      <TabHeading title="Roles">{addButton}</TabHeading>
      {table}
    </>
  )
}
