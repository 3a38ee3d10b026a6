import { useSuspenseQuery } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { formatBytesPerSecond, formatPerSecond } from '~/lib/format/numbers.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { instanceDisksQuery } from '../queries.ts'
import { useInstance } from '../use-instance.ts'
import { PartCharts } from './part-charts.tsx'

const metrics = [
  { name: 'reads', label: 'Reads', about: 'Reads from the disk per second.', format: formatPerSecond },
  { name: 'writes', label: 'Writes', about: 'Writes to the disk per second.', format: formatPerSecond },
  {
    name: 'bytes_read',
    label: 'Bytes read',
    about: 'Bytes read from the disk per second.',
    format: formatBytesPerSecond,
  },
  {
    name: 'bytes_written',
    label: 'Bytes written',
    about: 'Bytes written to the disk per second.',
    format: formatBytesPerSecond,
  },
  {
    name: 'flushes',
    label: 'Flushes',
    about: 'Times per second that the guest flushed written data to stable storage.',
    format: formatPerSecond,
  },
] as const

export function DiskTab() {
  const { params } = useInstance()
  const { data: disks } = useSuspenseQuery(instanceDisksQuery(params))
  if (disks.length === 0)
    return <EmptyState icon={<HardDrive />} title="No disks" body="No disk is attached to this instance." />
  return (
    <PartCharts
      title="Disk"
      choiceLabel="Disk"
      allLabel="All disks"
      parts={disks}
      target="virtual_disk"
      metrics={metrics}
      instanceField="attached_instance_id"
      partField="disk_id"
    />
  )
}
