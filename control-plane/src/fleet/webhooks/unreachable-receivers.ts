import { type Outside, OutsideProblem } from '../../kernel/outside.ts'
import type { Faults } from '../../platform/simulator/faults.ts'

/** Has a receiver that a fault on demand makes unreachable not be reached. */
export const withUnreachable = (outside: Outside, faults: Pick<Faults, 'reachesReceiver'>): Outside => ({
  async request(asked) {
    const receiver = asked.headers?.['x-skerry-receiver-id']
    if (typeof receiver === 'string' && !faults.reachesReceiver(receiver))
      throw new OutsideProblem('unreachable', 'it cannot be reached, by request')
    return outside.request(asked)
  },
  check: (url) => outside.check(url),
})
