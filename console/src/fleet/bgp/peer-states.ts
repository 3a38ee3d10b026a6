import type { BgpPeerState } from '~/api/types.gen.ts'
import type { Tone } from '~/ui/badge.tsx'

/** The colour of a session's state: one that is idle, or waits for its peer, carries nothing. */
export const peerTone: Record<BgpPeerState, Tone> = {
  idle: 'bad',
  active: 'bad',
  connect: 'busy',
  open_sent: 'busy',
  open_confirm: 'busy',
  session_setup: 'busy',
  established: 'ok',
}
