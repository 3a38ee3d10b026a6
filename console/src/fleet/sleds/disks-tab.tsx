import { getRouteApi } from '@tanstack/react-router'
import { HardDrive } from 'lucide-react'
import { diskColumns, diskPath, diskStanding } from '~/fleet/physical-disks/disk-columns.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import { sledDisksSource } from './queries.ts'

const route = getRouteApi('/_app/system/inventory/sleds/$sledId/disks')

const columns = diskColumns.filter(({ id }) => id !== 'sled')

/** The disks that are in a sled. */
export function SledDisksTab() {
  const { sledId } = route.useParams()
  return (
    <ListPage
      below
      title="Disks"
      source={sledDisksSource(sledId)}
      columns={columns}
      nameOf={({ serial }) => serial}
      view={({ id }) => copyRequest('physicalDiskView', { path: { diskId: id } })}
      groupOf={diskStanding}
      itemLink={({ id }) => diskPath(id)}
      emptyIcon={<HardDrive />}
      emptyTitle="No disks"
      emptyBody="The physical disks of this sled show here; disks of instances are kept on them."
    />
  )
}
