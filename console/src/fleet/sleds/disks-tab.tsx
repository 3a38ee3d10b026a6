import { getRouteApi } from '@tanstack/react-router'
import { diskColumns } from '~/fleet/physical-disks/disk-columns.tsx'
import { DiskList } from '~/fleet/physical-disks/disks-tab.tsx'
import { sledDisksSource } from './queries.ts'

const route = getRouteApi('/_app/system/inventory/sleds/$sledId/disks')

const columns = diskColumns.filter(({ id }) => id !== 'sled')

export const SledDisksTab = () => (
  <DiskList source={sledDisksSource(route.useParams().sledId)} columns={columns} of="this sled" />
)
