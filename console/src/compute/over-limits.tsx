import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '~/api/queries.ts'
import type { Utilization } from '~/api/types.gen.ts'
import { formatBytes, formatCpus } from '~/lib/format/numbers.ts'
import { Notice } from '~/ui/notice.tsx'

export const limitedResources = [
  { key: 'cpus', label: 'CPU', inWords: formatCpus },
  { key: 'memory', label: 'Memory', inWords: formatBytes },
  { key: 'storage', label: 'Storage', inWords: formatBytes },
] as const

/** vCPUs, and bytes. */
export type Share = Record<(typeof limitedResources)[number]['key'], number>

export const useUtilization = (): Utilization | undefined =>
  useQuery(apiQuery('utilizationView', {}, { secondary: true })).data

/** What is left of a resource: in the silo's quota, and where it is known on the hardware. */
export const leftOf = ({ capacity, provisioned, hardwareLeft }: Utilization, key: keyof Share) => ({
  inQuota: Number(capacity[key]) - Number(provisioned[key]),
  onHardware: hardwareLeft ? Number(hardwareLeft[key]) : Infinity,
})

/** What is asked for beyond what is left, a sentence each, in the words of the server's refusal. */
export const limitWarnings = (asked: Partial<Share>, utilization: Utilization): string[] =>
  limitedResources.flatMap(({ key, inWords }) => {
    const wanted = asked[key] ?? 0
    const { inQuota, onHardware } = leftOf(utilization, key)
    const limits = [
      { left: onHardware, where: 'on the hardware' },
      { left: inQuota, where: "in the silo's quota" },
    ]
    return limits
      .filter(({ left }) => wanted > left)
      .map(({ left, where }) => `${inWords(wanted)} asked for, ${inWords(Math.max(0, left))} left ${where}.`)
  })

/** Warns of them before the form is sent. The server decides: something may be freed until then. */
export function OverLimits({ asked }: { asked: Partial<Share> }) {
  const utilization = useUtilization()
  return (
    <div role="status" className="flex flex-col gap-3 empty:hidden">
      {utilization &&
        limitWarnings(asked, utilization).map((warning) => <Notice key={warning} tone="warn" content={warning} />)}
    </div>
  )
}
