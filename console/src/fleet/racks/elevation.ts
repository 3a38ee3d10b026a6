import type { Sled, UninitializedSled } from '~/api/types.gen.ts'

/** Rows of a rack above its switches, and as many below them. */
const rowsOfHalf = 8
export const cubbiesOfHalf = rowsOfHalf * 2
export const cubbies = cubbiesOfHalf * 2

export type Occupant = { kind: 'sled'; sled: Sled } | { kind: 'waiting'; sled: UninitializedSled }

export interface Elevation {
  /** By cubby; undefined where it is empty. */
  slots: readonly (Occupant | undefined)[]
  /** What found no place. */
  outside: readonly Occupant[]
  /** Some stand where there was room, since their own place is not known or is taken. */
  isIndicative: boolean
}

const serialOf = ({ sled }: Occupant) => sled.baseboard.serial
const isInService = (sled: Sled) => sled.policy.kind === 'in_service'

/**
 * Where the parts of a rack are drawn: sleds that wait in their cubby, then sleds in service, then expunged ones, each
 * in its own cubby where known; the rest by serial number in free places.
 */
export function elevationOf(sleds: readonly Sled[], waiting: readonly UninitializedSled[]): Elevation {
  const slots: (Occupant | undefined)[] = Array.from({ length: cubbies }, () => undefined)
  const placed: Occupant[] = [
    ...waiting.map((sled) => ({ kind: 'waiting' as const, sled })),
    ...[...sleds.filter(isInService), ...sleds.filter((sled) => !isInService(sled))].map((sled) => ({
      kind: 'sled' as const,
      sled,
    })),
  ]
  const rest: Occupant[] = []
  for (const occupant of placed) {
    const { cubby } = occupant.sled
    const isFree = cubby !== undefined && cubby < cubbies && slots[cubby] === undefined
    if (isFree) slots[cubby] = occupant
    else rest.push(occupant)
  }
  rest.sort((a, b) => (serialOf(a) < serialOf(b) ? -1 : 1))
  for (const [cubby, occupant] of slots.entries()) if (!occupant) slots[cubby] = rest.shift()
  const isIndicative = slots.some((occupant, cubby) => occupant && occupant.sled.cubby !== cubby)
  return { slots, outside: rest, isIndicative }
}
