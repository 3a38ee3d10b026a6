import { HardDrive } from 'lucide-react'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import { diskColumns, diskPath, diskStanding } from './disk-columns.tsx'
import { physicalDisksSource } from './queries.ts'

/** The physical disks of all sleds. */
export const DisksTab = () => (
  <ListPage
    below
    title="Disks"
    source={physicalDisksSource}
    columns={diskColumns}
    nameOf={({ serial }) => serial}
    view={({ id }) => copyRequest('physicalDiskView', { path: { diskId: id } })}
    groupOf={diskStanding}
    itemLink={({ id }) => diskPath(id)}
    emptyIcon={<HardDrive />}
    emptyTitle="No disks"
    emptyBody="The physical disks of all sleds show here; disks of instances are kept on them."
  />
)
