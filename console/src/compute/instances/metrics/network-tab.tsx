import { useSuspenseQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { useState } from 'react'
import { interfacesQuery } from '~/network/network-interfaces/queries.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { formatBytesPerSecond, formatPerSecond } from '~/ui/format/numbers.ts'
import { useInstance } from '../use-instance.ts'
import { aSecond, ChartGrid } from './chart-grid.tsx'

const metrics = [
  { name: 'bytes_sent', label: 'Bytes sent', about: 'Bytes sent a second.', format: formatBytesPerSecond },
  { name: 'bytes_received', label: 'Bytes received', about: 'Bytes received a second.', format: formatBytesPerSecond },
  { name: 'packets_sent', label: 'Packets sent', about: 'Packets sent a second.', format: formatPerSecond },
  { name: 'packets_received', label: 'Packets received', about: 'Packets received a second.', format: formatPerSecond },
  {
    name: 'packets_dropped',
    label: 'Packets dropped',
    about: 'Packets a second that did not get through.',
    format: formatPerSecond,
  },
] as const
const all = { value: 'all', label: 'All interfaces' }

/** What an instance sends and receives, over all of its network interfaces or by one. */
export function NetworkTab() {
  const { params, instance } = useInstance()
  const { data: interfaces } = useSuspenseQuery(interfacesQuery(instance.id))
  const [wanted, setChosen] = useState(all.value)
  const chosen = interfaces.some(({ id }) => id === wanted) ? wanted : all.value
  if (interfaces.length === 0)
    return <EmptyState icon={<Network />} title="No network interfaces" body="This instance is in no network." />
  return (
    <ChartGrid
      title="Network"
      choiceLabel="Interface"
      choices={[all, ...interfaces.map(({ id, name }) => ({ value: id, label: name }))]}
      chosen={chosen}
      onChoose={setChosen}
      charts={metrics.map(({ name, label, about, format }) => ({
        project: params.project,
        label,
        about,
        metric: `instance_network_interface:${name}`,
        where: { instance_id: instance.id, ...(chosen !== all.value && { interface_id: chosen }) },
        ...(chosen === all.value && { by: 'instance_id' }),
        scale: aSecond,
        format,
        binary: name.startsWith('bytes'),
      }))}
    />
  )
}
