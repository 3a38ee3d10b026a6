import type { Sled } from '~/api/types.gen.ts'
import { formatDecimals, plural } from '~/lib/format/numbers.ts'
import type { FilterGroup } from '~/table/quick-filter.ts'

const standings = {
  provisionable: { key: 'provisionable', label: 'Provisionable', tone: 'ok' },
  notProvisionable: { key: 'non_provisionable', label: 'Not provisionable', tone: 'odd' },
  missing: { key: 'missing', label: 'Missing', tone: 'bad' },
  unreachable: { key: 'unreachable', label: 'Unreachable', tone: 'bad' },
  expunged: { key: 'expunged', label: 'Expunged', tone: 'idle' },
} satisfies Record<string, Standing>

export type Standing = Required<Omit<FilterGroup, 'rank'>>

/** The status of a sled, by its policy and state. */
export function standingOf({
  policy,
  reachable,
  state,
  timeMissing,
}: Pick<Sled, 'policy' | 'reachable' | 'state' | 'timeMissing'>): Standing {
  if (policy.kind === 'expunged' || state === 'decommissioned') return standings.expunged
  if (timeMissing) return standings.missing
  if (reachable === false) return standings.unreachable
  return policy.provisionPolicy === 'provisionable' ? standings.provisionable : standings.notProvisionable
}

export const everyStanding: readonly Standing[] = Object.values(standings)

export const aboutSleds = 'A sled is a server in a rack. It runs instances and stores their disks.'

export const policyLabel = { in_service: 'In service', expunged: 'Expunged' }

/** Whether instances may be placed on a sled; undefined for one that is out of service. */
export const provisionLabel = ({ policy }: Pick<Sled, 'policy'>): string | null =>
  policy.kind === 'expunged' ? null : policy.provisionPolicy === 'provisionable' ? 'Provisionable' : 'Not provisionable'

type SledLoad = Pick<Sled, 'provisionedHardwareThreads' | 'usableHardwareThreads' | 'provisionableVcpus'>

/** The vCPUs that instances may have on a sled: its threads, times the overcommitment. */
export const mostVcpus = ({ provisionableVcpus, usableHardwareThreads }: SledLoad): number =>
  provisionableVcpus ?? usableHardwareThreads

/** `48 / 512`; nothing where the server does not say what is in use. */
export const vcpusInUse = (sled: SledLoad): string | null =>
  sled.provisionedHardwareThreads === undefined ? null : `${sled.provisionedHardwareThreads} / ${mostVcpus(sled)}`

/** `16 threads × 4` */
export const threadsWords = (sled: SledLoad): string => {
  const threads = plural(sled.usableHardwareThreads, 'thread')
  const factor = mostVcpus(sled) / sled.usableHardwareThreads
  return factor === 1 ? threads : `${threads} × ${formatDecimals(factor, 2)}`
}
