import type { status } from '@skerry/contract/fleet/status.ts'
import type { Handlers } from '../../kernel/http/call.ts'

export const statusOps: Handlers<typeof status> = {
  ping: ({ services }) => ({
    status: 'ok',
    simulated: services.platform.capabilities.simulated,
    capabilities: services.capabilities,
  }),
}
