import { type Outside, OutsideProblem } from '../../kernel/outside.ts'
import type { Faults } from '../../platform/simulator/faults.ts'

/** Fails requests to receivers that an injected fault makes unreachable. */
export const withUnreachable = (outside: Outside, faults: Pick<Faults, 'reachesReceiver'>): Outside => ({
  async request(request) {
    const receiver = request.headers?.['x-skerry-receiver-id']
    if (typeof receiver === 'string' && !faults.reachesReceiver(receiver))
      throw new OutsideProblem('unreachable', 'it cannot be reached, by request')
    return outside.request(request)
  },
  check: (url) => outside.check(url),
})
