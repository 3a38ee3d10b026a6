import { useSuspenseQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { formatBytesPerSecond, formatPerSecond } from '~/lib/format/numbers.ts'
import { interfacesQuery } from '~/network/network-interfaces/queries.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { useInstance } from '../use-instance.ts'
import { PartCharts } from './part-charts.tsx'

const metrics = [
  { name: 'bytes_sent', label: 'Bytes sent', about: 'Bytes sent per second.', format: formatBytesPerSecond },
  {
    name: 'bytes_received',
    label: 'Bytes received',
    about: 'Bytes received per second.',
    format: formatBytesPerSecond,
  },
  { name: 'packets_sent', label: 'Packets sent', about: 'Packets sent per second.', format: formatPerSecond },
  {
    name: 'packets_received',
    label: 'Packets received',
    about: 'Packets received per second.',
    format: formatPerSecond,
  },
  {
    name: 'packets_dropped',
    label: 'Packets dropped',
    about: 'Packets dropped per second.',
    format: formatPerSecond,
  },
] as const

export function NetworkTab() {
  const { instance } = useInstance()
  const { data: interfaces } = useSuspenseQuery(interfacesQuery(instance.id))
  if (interfaces.length === 0)
    return (
      <EmptyState
        icon={<Network />}
        title="No network interfaces"
        body="This instance is not connected to a network."
      />
    )
  return (
    <PartCharts
      title="Network"
      choiceLabel="Interface"
      allLabel="All interfaces"
      parts={interfaces}
      target="instance_network_interface"
      metrics={metrics}
      instanceField="instance_id"
      partField="interface_id"
    />
  )
}
