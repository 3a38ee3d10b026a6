import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { DiskCreate } from './compute/disks.ts'
import { Hostname, InstanceCreate } from './compute/instances.ts'
import { ProjectCreate, ProjectUpdate } from './compute/projects.ts'
import * as values from './values.ts'

const problem = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

const uuid = 'c0ffee00-1234-4abc-8def-0123456789ab'

test('a name says which rule it breaks, once', () => {
  const result = values.Name.safeParse('1Web-')
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([
    'can only contain lower-case letters, digits and hyphens',
  ])
})

test('an id in any spelling comes out canonical, a name as it is', () => {
  expect(values.NameOrId.parse(uuid.replaceAll('-', '').toUpperCase())).toBe(uuid)
  expect(values.NameOrId.parse('web')).toBe('web')
  expect(problem(values.NameOrId, 'Web')).toBe('can only contain lower-case letters, digits and hyphens')
  expect(values.uuid.parse(uuid.toUpperCase())).toBe(uuid)
  expect(problem(values.uuid, 'web')).toBe('must be a UUID')
})

test('descriptions end at 512 characters, in creates and updates', () => {
  expect(ProjectCreate.safeParse({ name: 'a', description: 'd'.repeat(512) }).success).toBe(true)
  expect(problem(ProjectCreate, { name: 'a', description: 'd'.repeat(513) })).toBe('must be at most 512 characters')
  expect(problem(ProjectUpdate, { description: 'd'.repeat(513) })).toBe('must be at most 512 characters')
  expect(ProjectUpdate.parse({ name: null })).toEqual({ name: null })
})

describe('numbers', () => {
  test.each([0, 1, Number.MAX_SAFE_INTEGER, 2n ** 63n - 1n])('%s is a byte count', (value) => {
    expect(values.ByteCount.parse(value)).toBe(value)
  })

  test.each([-1, 1.5, 2 ** 53, 2n ** 63n, '1', null, Number.NaN])('%s is none', (value) => {
    expect(values.ByteCount.safeParse(value).success).toBe(false)
  })

  test('64-bit ranges end where they should', () => {
    expect(values.uint64.safeParse(2n ** 64n - 1n).success).toBe(true)
    expect(values.uint64.safeParse(2n ** 64n).success).toBe(false)
    expect(values.int64.safeParse(-(2n ** 63n)).success).toBe(true)
    expect(values.int64.safeParse(-(2n ** 63n) - 1n).success).toBe(false)
  })

  test('small ranges likewise', () => {
    expect(values.uint16.safeParse(65_535).success).toBe(true)
    expect(values.uint16.safeParse(65_536).success).toBe(false)
    expect(values.uint16.safeParse(-1).success).toBe(false)
  })
})

test.each([
  [values.ipAddress, ['10.0.0.1', 'fd00::1', '::'], ['10.0.0', '256.0.0.1', 'fd00:::1', '10.0.0.1/8', '']],
  [values.IpNet, ['10.0.0.0/8', 'fd00::/48'], ['10.0.0.0', '10.0.0.0/33', 'fd00::/129', 'x/8']],
  [values.Ipv4Net, ['172.30.0.0/22'], ['fd00::/48', '172.30.0.0', '172.30.0.0/022']],
  [values.Ipv6Net, ['fd00::/48'], ['172.30.0.0/22', 'fd00::', 'fd00::/048']],
  [values.dateTime, ['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00+01:00'], ['2026-01-31', 'now', '']],
  [Hostname, ['web', 'Web-1.example'], ['-web', 'web-', 'a..b', 'a_b', '', 'a'.repeat(64), '10.0.0.5']],
  [
    values.uri,
    ['https://receiver.test/hook', 'http://[fd00::1]:8080/'],
    [
      'hook',
      'https://receiver.test/\nhook',
      'https://rec\teiver.test/',
      ' https://receiver.test/',
      'https://a.test/\r\n',
    ],
  ],
  [values.semanticVersion, ['1.2.3', '1.2.3-rc.1+4'], ['1.2', 'v1.2.3', '01.2.3']],
])('accepts %#', (schema, good, bad) => {
  for (const value of good) expect([value, problem(schema, value)]).toEqual([value, undefined])
  for (const value of bad) expect([value, schema.safeParse(value).success]).toEqual([value, false])
})

test.each([
  [values.ipAddress, '10.0.0.1', '10.0.0.1'],
  [values.ipAddress, '0:0:0:0:0:0:0:1', '::1'],
  [values.ipv6Address, '2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  [values.ipAddress, '::1.2.3.4', '::102:304'],
  [values.IpNet, '2001:0DB8::1/32', '2001:db8::1/32'],
  [values.Ipv6Net, 'FD00::/48', 'fd00::/48'],
])('%# hands on one spelling', (schema, text, canonical) => {
  expect(schema.parse(text)).toBe(canonical)
  expect(schema.parse(canonical)).toBe(canonical)
})

test('an IPv4-mapped address or network is refused with what to write instead', () => {
  expect(problem(values.ipAddress, '::ffff:102:304')).toBe('IPv4-mapped: write 1.2.3.4')
  expect(problem(values.IpNet, '::ffff:10.0.0.0/104')).toBe('IPv4-mapped: write 10.0.0.0/8')
})

test('long hostile text is refused at once', () => {
  const before = process.threadCpuUsage()
  expect(Hostname.safeParse(`${'a'.repeat(1_000_000)}!`).success).toBe(false)
  expect(values.Name.safeParse('a'.repeat(1_000_000)).success).toBe(false)
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1000)
})

test('an instance is created with every default of the wire', () => {
  const given = { name: 'web', description: '', hostname: 'web', memory: 2 ** 30, ncpus: 1 }
  expect(InstanceCreate.parse(given)).toEqual({
    ...given,
    anti_affinity_groups: [],
    auto_restart_policy: null,
    boot_disk: null,
    disks: [],
    external_ips: [],
    firmware: 'auto',
    network_interfaces: { type: 'default' },
    start: true,
    user_data: '',
  })
})

test('unknown fields are left out, missing ones refused', () => {
  const given = { name: 'd', description: '', size: 1, disk_source: { type: 'blank', block_size: 512 }, colour: 'red' }
  expect(DiskCreate.parse(given)).not.toHaveProperty('colour')
  expect(DiskCreate.safeParse({ ...given, size: undefined }).success).toBe(false)
  expect(DiskCreate.safeParse({ ...given, disk_source: { type: 'blank', block_size: 1024 } }).success).toBe(false)
})
