import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { invalidate } from '~/api/queries.ts'
import { PageHeader, type Refresh } from '~/ui/page-header.tsx'
import { TabLink, Tabs } from '~/ui/tabs.tsx'

const about =
  'The hardware that the system runs on: racks, the sleds and switches in them, and the disks in the sleds. A sled that is new waits until it is added.'

const lists = ['sledList', 'physicalDiskList', 'rackList', 'switchList', 'sledListUninitialized'] as const
const ofInventory = {
  predicate: ({ queryKey: [method] }: Query) => lists.some((list) => list === method),
}

/** Refreshes whichever tab is open. */
function useRefresh(): Refresh {
  const busy = useIsFetching(ofInventory) > 0
  const read = useQueryClient().getQueryCache().findAll(ofInventory)
  return {
    onRefresh: () => void invalidate(...lists),
    updatedAt: Math.max(0, ...read.map(({ state }) => state.dataUpdatedAt)),
    busy,
  }
}

/** The hardware of the system, a tab a kind. */
export const InventoryPage = () => (
  <>
    <PageHeader title="Inventory" refresh={useRefresh()} about={{ title: 'Inventory', text: about }} />
    <Tabs label="Inventory">
      <TabLink to="/system/inventory/sleds">Sleds</TabLink>
      <TabLink to="/system/inventory/disks">Disks</TabLink>
      <TabLink to="/system/inventory/racks">Racks</TabLink>
      <TabLink to="/system/inventory/switches">Switches</TabLink>
      <TabLink to="/system/inventory/sleds-uninitialized">Uninitialized</TabLink>
    </Tabs>
    <Outlet />
  </>
)
