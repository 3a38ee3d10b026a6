import type { ControlPlane } from '../../control-plane.ts'
import { type Caller, ORIGIN, PEER } from '../../testing/caller.ts'
import { EventReader } from '../../testing/event-reader.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { createSession } from '../sessions/sessions.repo.ts'

export interface StreamOptions {
  /** Instead of the server's. */
  plane?: ControlPlane
  lastEventId?: string
  replaySeconds?: number
  /** Instead of that of a new session. */
  cookie?: string
}

/** Streams of events, for tests. `on` returns the server. */
export function streamsOn(on: () => { server: TestServer }) {
  async function request(user: Caller, options: StreamOptions = {}): Promise<Response> {
    const { server } = on()
    const { plane = server.plane, lastEventId, replaySeconds } = options
    const cookie = options.cookie ?? `skerry-session=${await createSession(server.db, user.userId, server.clock.now())}`
    return plane.fetch(
      new Request(`${ORIGIN}/v1/events${replaySeconds ? `?replay_seconds=${replaySeconds}` : ''}`, {
        headers: { cookie, ...(lastEventId && { 'last-event-id': lastEventId }) },
      }),
      PEER,
    )
  }
  /** Opens a stream, from its first event. */
  async function open(user: Caller, options: StreamOptions = {}) {
    const events = new EventReader(await request(user, options))
    return Object.assign(events, { [Symbol.asyncDispose]: () => events.close() })
  }
  return { request, open }
}
