import { diskColumns } from './disk-columns.tsx'
import { DiskList } from './disk-list.tsx'
import { physicalDisksSource } from './queries.ts'

/** The physical disks of all sleds. */
export const DisksTab = () => <DiskList source={physicalDisksSource} columns={diskColumns} of="all sleds" />
