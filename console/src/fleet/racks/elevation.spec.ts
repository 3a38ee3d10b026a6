import { expect, test } from 'vitest'
import type { Sled, UninitializedSled } from '~/api/types.gen.ts'
import { cubbies, elevationOf } from './elevation.ts'

const date = new Date(0)
const baseboardOf = (serial: string) => ({ part: 'P', serial, revision: 1 })
const sled = (serial: string, cubby?: number, kind: 'in_service' | 'expunged' = 'in_service'): Sled => ({
  id: serial,
  baseboard: baseboardOf(serial),
  policy: kind === 'expunged' ? { kind } : { kind, provisionPolicy: 'provisionable' },
  rackId: 'rack',
  state: 'active',
  usableHardwareThreads: 128,
  usablePhysicalRam: 1,
  ...(cubby !== undefined && { cubby }),
  timeCreated: date,
  timeModified: date,
})
const waiting = (serial: string, cubby: number): UninitializedSled => ({
  baseboard: baseboardOf(serial),
  cubby,
  rackId: 'rack',
})
const drawn = (...args: Parameters<typeof elevationOf>) => {
  const { slots, outside, isIndicative } = elevationOf(...args)
  const places = slots.flatMap((one, cubby) => (one ? [`${cubby} ${one.sled.baseboard.serial}`] : []))
  return { places, outside: outside.map((one) => one.sled.baseboard.serial), isIndicative }
}

test('everything is drawn in its own cubby where that is known', () => {
  expect(drawn([sled('B', 3), sled('A', 31)], [waiting('C', 4)])).toEqual({
    places: ['3 B', '4 C', '31 A'],
    outside: [],
    isIndicative: false,
  })
})

test('the rest goes by serial number into free places, which are then indicative', () => {
  expect(drawn([sled('B'), sled('A'), sled('C', 99)], [waiting('W', 1)])).toEqual({
    places: ['0 A', '1 W', '2 B', '3 C'],
    outside: [],
    isIndicative: true,
  })
})

test('a cubby belongs to the sled that waits in it, then to one in service', () => {
  expect(drawn([sled('X', 1, 'expunged'), sled('A', 1), sled('Y', 2, 'expunged')], [waiting('W', 2)])).toEqual({
    places: ['0 X', '1 A', '2 W', '3 Y'],
    outside: [],
    isIndicative: true,
  })
})

test('what a rack has no room for is left out, and said', () => {
  const many = Array.from({ length: cubbies + 2 }, (_, at) => sled(`S${String(at).padStart(3, '0')}`))
  const { places, outside } = drawn(many, [])
  expect(places).toHaveLength(cubbies)
  expect(outside).toEqual(['S032', 'S033'])
})

test('an empty rack has empty places', () => {
  expect(drawn([], [])).toEqual({ places: [], outside: [], isIndicative: false })
})
