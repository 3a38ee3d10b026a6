import type { SiloAuthSettings } from '~/api/types.gen.ts'
import { writeMerged } from '~/shell/conflict/rewrite.ts'
import { whole } from '~/shell/conflict/three-way.ts'
import { lifeInWords } from './token-life.ts'

/** In seconds; null for no limit. */
export const longestLife = ({ deviceTokenMaxTtlSeconds }: SiloAuthSettings): number | null =>
  deviceTokenMaxTtlSeconds ?? null

export const requestOf = (seconds: number | null) => ({ body: { deviceTokenMaxTtlSeconds: seconds } })

/** Sets the longest life of tokens. @throws ConflictError where somebody else set another. */
export const saveLongestLife = (base: number | null, mine: number | null): Promise<SiloAuthSettings> =>
  writeMerged(
    {
      view: 'authSettingsView',
      at: {},
      update: 'authSettingsUpdate',
      read: longestLife,
      merge: whole<number | null>('Maximum lifetime', lifeInWords),
      request: requestOf,
    },
    base,
    mine,
  )
