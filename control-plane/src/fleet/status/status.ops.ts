import type { status } from '@skerry/contract/fleet/status.ts'
import type { Handlers } from '../../kernel/http/call.ts'

export const statusOps: Handlers<typeof status> = {
  ping: ({ services }) => {
    const { simulated, architecture } = services.platform.capabilities
    return { status: 'ok', simulated, ...(architecture && { architecture }), capabilities: services.capabilities }
  },
}
