import { HardDrive } from 'lucide-react'
import type { PhysicalDisk } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { ListSource } from '~/shell/list/list.ts'
import type { Column } from '~/table/columns.ts'
import { diskColumns, diskPath, diskStanding } from './disk-columns.tsx'
import { physicalDisksSource } from './queries.ts'

interface DiskListProps {
  source: ListSource<'physicalDiskList' | 'sledPhysicalDiskList'>
  columns: readonly Column<PhysicalDisk>[]
  /** `all sleds`. */
  of: string
}

/** Physical disks in a tab: those of all sleds, or of one. */
export const DiskList = ({ source, columns, of }: DiskListProps) => (
  <ListPage
    below
    title="Disks"
    source={source}
    columns={columns}
    nameOf={({ serial }) => serial}
    view={({ id }) => copyRequest('physicalDiskView', { path: { diskId: id } })}
    groupOf={diskStanding}
    itemLink={({ id }) => diskPath(id)}
    emptyIcon={<HardDrive />}
    emptyTitle="No disks"
    emptyBody={`The physical disks of ${of}, which store the disks of instances.`}
  />
)

export const DisksTab = () => <DiskList source={physicalDisksSource} columns={diskColumns} of="all sleds" />
