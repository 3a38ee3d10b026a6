import { useShownReads } from '~/shell/page/shown-reads.ts'
import { PageHeader } from '~/ui/page-header.tsx'
import { PageOutlet } from '~/ui/page-outlet.tsx'
import { TabLink, Tabs } from '~/ui/tabs.tsx'

const about =
  'The hardware of the system: racks, their sleds and switches, and the disks of the sleds. New sleds are listed under Uninitialized until they are added.'

export function InventoryPage() {
  const refresh = useShownReads('sledList', 'physicalDiskList', 'rackList', 'switchList', 'sledListUninitialized')
  return (
    <>
      <PageHeader title="Inventory" refresh={refresh} about={{ title: 'Inventory', text: about }} />
      <Tabs label="Inventory">
        <TabLink to="/system/inventory/sleds">Sleds</TabLink>
        <TabLink to="/system/inventory/disks">Disks</TabLink>
        <TabLink to="/system/inventory/racks">Racks</TabLink>
        <TabLink to="/system/inventory/switches">Switches</TabLink>
        <TabLink to="/system/inventory/sleds-uninitialized">Uninitialized</TabLink>
      </Tabs>
      <PageOutlet />
    </>
  )
}
