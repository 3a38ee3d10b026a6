import { describe, expect, test } from 'vitest'
import { camelCase, snakeCase } from '~/lib/format/case.ts'
import document from '../../../contract/openapi.json' with { type: 'json' }
import { fromWire, toQuery, toWire } from './wire.ts'

/** Every property, parameter and path name that crosses the wire. */
function everyName(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  const { properties, parameters } = value as { properties?: object; parameters?: { name: string }[] }
  for (const name of Object.keys(properties ?? {})) found.add(name)
  for (const { name } of parameters ?? []) found.add(name)
  for (const part of Object.values(value)) everyName(part, found)
  return found
}

describe('keys', () => {
  test('of the whole contract come back as they went', () => {
    const names = [...everyName(document)]
    expect(names.length).toBeGreaterThan(300)
    for (const name of names) expect(snakeCase(camelCase(name))).toBe(name)
  })

  test('out: camelCase to snake_case, however deep', () => {
    expect(toWire({ bootDisk: { diskSource: { blockSize: 512 } }, externalIps: [{ floatingIp: 'a' }] })).toEqual({
      boot_disk: { disk_source: { block_size: 512 } },
      external_ips: [{ floating_ip: 'a' }],
    })
  })

  test('in: snake_case to camelCase, however deep', () => {
    expect(fromWire({ items: [{ run_state: 'running', p50: 1 }], next_page: null })).toEqual({
      items: [{ runState: 'running', p50: 1 }],
      nextPage: null,
    })
  })

  test('of free maps are data, both ways; what they hold is not', () => {
    expect(toWire({ mappedFleetRoles: { some_role: ['viewer'], otherRole: [] } })).toEqual({
      mapped_fleet_roles: { some_role: ['viewer'], otherRole: [] },
    })
    expect(
      fromWire({ timeseries: { a_b: { points: { start_times: null } } }, fields: { vcpu_id: { type: 'u32' } } }),
    ).toEqual({ timeseries: { a_b: { points: { startTimes: null } } }, fields: { vcpu_id: { type: 'u32' } } })
  })

  test('inside opaque JSON stay whole', () => {
    const root = { root_role: { spec_version: '1', time_signed: '2026-01-01T00:00:00Z' } }
    expect(fromWire(root)).toEqual({ rootRole: root.root_role })
  })
})

describe('dates', () => {
  const iso = '2026-01-31T12:00:00.123456Z'

  test.each(['time_created', 'start_time', 'auto_restart_cooldown_expiration', 'timestamp', 'time_'])('%s', (key) => {
    expect(fromWire({ [key]: iso })).toEqual({ [camelCase(key)]: new Date(iso) })
  })

  test.each(['created', 'first_seen', 'timestamps', 'valid_until', 'timely', 'name'])('%s stays text', (key) => {
    expect(fromWire({ [key]: iso })).toEqual({ [camelCase(key)]: iso })
  })

  test.each(['yesterday', '2026-01-31', '', '12:00:00'])('%j is no timestamp', (text) => {
    expect(fromWire({ time_created: text })).toEqual({ timeCreated: text })
  })

  test('null and numbers in such fields stay', () => {
    expect(fromWire({ time_expires: null, hold_time: 6 })).toEqual({ timeExpires: null, holdTime: 6 })
  })

  test('go out as ISO text', () => {
    const date = new Date(iso)
    expect(toWire({ validUntil: date })).toEqual({ valid_until: date.toISOString() })
    expect(toQuery({ startTime: date }).toString()).toBe('start_time=2026-01-31T12%3A00%3A00.123Z')
  })
})

describe('queries', () => {
  test('repeat arrays', () => {
    expect(toQuery({ someIds: ['a', 'b'] }).toString()).toBe('some_ids=a&some_ids=b')
  })

  test('skip empty values, and only those', () => {
    expect(
      toQuery({ project: '', pageToken: undefined, limit: null, some: ['', 'x'], mask: 0, failed: false }).toString(),
    ).toBe('some=x&mask=0&failed=false')
  })

  test('write bigints digit for digit', () => {
    expect(toQuery({ fromStart: 18_446_744_073_709_551_615n }).toString()).toBe('from_start=18446744073709551615')
  })
})

test('bodies keep null and empty text, which mean something there', () => {
  expect(toWire({ description: '', bootDisk: null })).toEqual({ description: '', boot_disk: null })
})
