import { useSuspenseQuery } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '~/ui/empty-state.tsx'
import { formatBytesPerSecond, formatPerSecond } from '~/ui/format/numbers.ts'
import { instanceDisksQuery } from '../queries.ts'
import { useInstance } from '../use-instance.ts'
import { aSecond, ChartGrid } from './chart-grid.tsx'

const metrics = [
  { name: 'reads', label: 'Reads', about: 'Reads from the disk a second.', format: formatPerSecond },
  { name: 'writes', label: 'Writes', about: 'Writes to the disk a second.', format: formatPerSecond },
  {
    name: 'bytes_read',
    label: 'Bytes read',
    about: 'Bytes read from the disk a second.',
    format: formatBytesPerSecond,
  },
  {
    name: 'bytes_written',
    label: 'Bytes written',
    about: 'Bytes written to the disk a second.',
    format: formatBytesPerSecond,
  },
  {
    name: 'flushes',
    label: 'Flushes',
    about: 'Times a second that the guest had written data made lasting.',
    format: formatPerSecond,
  },
] as const
const all = { value: 'all', label: 'All disks' }

/** What an instance reads and writes, over all of its disks or of one. */
export function DiskTab() {
  const { params, instance } = useInstance()
  const { data: disks } = useSuspenseQuery(instanceDisksQuery(params))
  const [wanted, setChosen] = useState(all.value)
  const chosen = disks.some(({ id }) => id === wanted) ? wanted : all.value
  if (disks.length === 0)
    return <EmptyState icon={<HardDrive />} title="No disks" body="Nothing is attached to this instance." />
  return (
    <ChartGrid
      title="Disk"
      choiceLabel="Disk"
      choices={[all, ...disks.map(({ id, name }) => ({ value: id, label: name }))]}
      chosen={chosen}
      onChoose={setChosen}
      charts={metrics.map(({ name, label, about, format }) => ({
        project: params.project,
        label,
        about,
        metric: `virtual_disk:${name}`,
        where: { attached_instance_id: instance.id, ...(chosen !== all.value && { disk_id: chosen }) },
        ...(chosen === all.value && { by: 'attached_instance_id' }),
        scale: aSecond,
        format,
        binary: name.startsWith('bytes'),
      }))}
    />
  )
}
