import { type Controller, controllers } from './cgroups.ts'
import type { FoundCgroups } from './find-cgroups.ts'

const LIMITED: Record<Controller, string> = { memory: 'memory', cpu: 'CPUs', pids: 'processes' }
/** What one machine can do to the others and the host without a limit. */
const COSTS: Record<Controller, string> = {
  memory: 'one QEMU can use all memory',
  cpu: 'busy machines slow the host down',
  pids: 'one QEMU can use all process ids',
}

/** For operators: how machines are limited here, and what each lack costs. */
export function limitsText(found: FoundCgroups | { problem: string }): { found: string | undefined; cost: string } {
  if ('problem' in found) {
    const costs = controllers.map((one) => COSTS[one]).join(', ')
    return { found: undefined, cost: `${costs}: ${found.problem}` }
  }
  const where = found.kind === 'scopes' ? 'scopes of systemd, which outlive the server' : `cgroups in ${found.above}`
  const limited = found.limits.map((one) => LIMITED[one]).join(', ')
  const costs = controllers.filter((one) => !found.limits.includes(one)).map((one) => COSTS[one])
  return { found: [[limited, where].filter(Boolean).join(' by '), ...costs].join('; '), cost: '' }
}
