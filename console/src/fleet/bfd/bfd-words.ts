import type { BfdMode, BfdState } from '~/api/types.gen.ts'
import type { Tone } from '~/ui/badge.tsx'

export const modeLabel: Record<BfdMode, string> = { single_hop: 'Single hop', multi_hop: 'Multi hop' }

export const sessionTone: Record<BfdState, Tone> = { up: 'ok', init: 'busy', down: 'bad', admin_down: 'idle' }

export const about =
  'A BFD session detects within moments that a router is unreachable. Traffic then takes another path.'
