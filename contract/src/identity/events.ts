import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { MAX_REPLAY_SECONDS } from '../rules/change-events.ts'

export const events = defineOperations({
  event_stream: {
    tag: 'current-user',
    method: 'get',
    path: '/v1/events',
    query: z.object({
      /** Begins with the changes of the last seconds, for what a page read before it asked for the stream. */
      replay_seconds: z.int().min(0).max(MAX_REPLAY_SECONDS).nullish(),
    }),
    answer: 'default',
  },
})
