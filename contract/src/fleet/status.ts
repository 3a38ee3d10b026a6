import { z } from 'zod'
import { defineOperations } from '../operation.ts'

export const PingStatus = z.literal('ok').meta({ id: 'PingStatus' })
export type PingStatus = z.infer<typeof PingStatus>

export const Ping = z
  .object({
    status: PingStatus,
    /** Machines are simulated: they have consoles and metrics, and no network that reaches them. */
    simulated: z.boolean().optional(),
  })
  .meta({ id: 'Ping' })
export type Ping = z.infer<typeof Ping>

export const status = defineOperations({
  ping: {
    tag: 'system/status',
    method: 'get',
    path: '/v1/ping',
    answer: [200, Ping],
  },
})
