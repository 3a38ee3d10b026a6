import { leftOf, useUtilization } from '~/compute/over-limits.tsx'
import { formatBytes, formatCpus } from '~/lib/format/numbers.ts'

/** The end of a sentence on what a start takes of the quota: what is left of it, where that is known. */
export default function QuotaLeft() {
  const utilization = useUtilization()
  if (!utilization) return null
  const left = (key: 'cpus' | 'memory') => Math.max(0, leftOf(utilization, key).inQuota)
  return `, which has ${formatCpus(left('cpus'))} and ${formatBytes(left('memory'))} left`
}
