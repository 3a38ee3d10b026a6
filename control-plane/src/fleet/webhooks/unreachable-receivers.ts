import { type Outbound, OutboundProblem } from '../../kernel/services/outbound.ts'
import type { Faults } from '../../platform/interface/faults.ts'

/** Fails requests to receivers that an injected fault makes unreachable. */
export const withUnreachable = (outbound: Outbound, faults: Pick<Faults, 'reachesReceiver'>): Outbound => ({
  async request(request) {
    const receiver = request.headers?.['x-skerry-receiver-id']
    if (typeof receiver === 'string' && !faults.reachesReceiver(receiver))
      throw new OutboundProblem('unreachable', 'it cannot be reached, by request')
    return outbound.request(request)
  },
  check: (url) => outbound.check(url),
})
