import type { events } from '@skerry/contract/identity/events.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { internal } from '../../kernel/http/errors.ts'

export const eventsOps: Handlers<typeof events> = {
  event_stream({ actor, access, credential, request, remoteAddress, query, services }) {
    access.onSelf()
    if (!services.changes || !credential) throw internal('no changes or no credential')
    return services.changes.stream(actor, credential, remoteAddress, {
      lastEventId: request.headers.get('last-event-id') ?? undefined,
      replaySeconds: query.replay_seconds ?? undefined,
    })
  },
}
