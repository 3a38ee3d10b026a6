import { type Controller, controllers } from './cgroups.ts'
import type { FoundCgroups } from './find-cgroups.ts'

const LIMITED: Record<Controller, string> = { memory: 'memory', cpu: 'CPUs', pids: 'processes' }
/** What one machine can do to other machines and the host if this is not limited. */
const COSTS: Record<Controller, string> = {
  memory: 'one QEMU can use all memory',
  cpu: 'busy machines slow the host down',
  pids: 'one QEMU can use all process ids',
}

/** Text for operators: how machines are limited here, and the consequence of each missing limit. */
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
