import type { BfdMode } from '~/api/types.gen.ts'

export const modeLabel: Record<BfdMode, string> = { single_hop: 'Single hop', multi_hop: 'Multi hop' }
