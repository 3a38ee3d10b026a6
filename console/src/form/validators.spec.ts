import { describe, expect, it } from 'vitest'
import {
  defaultDiskGib,
  forEachListed,
  listed,
  validateDiskSize,
  validateIp,
  validateIpNet,
  validateLength,
  validateNumber,
  validatePorts,
  validateUnique,
} from './validators.ts'

describe('IP address', () => {
  it.each(['', '0.0.0.0', '255.255.255.255', '10.0.0.1', '::', '::1', 'fd00:1122::a', 'FE80::1'])('takes %j', (text) =>
    expect(validateIp(text)).toBeUndefined(),
  )
  it.each([
    '1',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.1.2',
    '010.0.0.1',
    '0x7f.0.0.1',
    ' 10.0.0.1',
    '10.0.0.1 ',
    '10.0.0.1/8',
    'fe80::1%eth0',
    ':::',
    '1::2::3',
    '12345::',
    'g::',
    '1:2:3:4:5:6:7',
    'localhost',
  ])('refuses %j', (text) => expect(validateIp(text)).toBe('Not a valid IP address'))
  it('says what to write instead of an IPv4-mapped address', () =>
    expect(validateIp('::ffff:10.0.0.1')).toBe('IPv4-mapped: write 10.0.0.1'))
})

describe('IP network', () => {
  it.each(['', '10.0.0.0/8', '0.0.0.0/0', '10.0.0.1/32', 'fd00::/48', '::/0', '::1/128'])('takes %j', (text) =>
    expect(validateIpNet(text)).toBeUndefined(),
  )
  const form = 'Must contain an IP address and a width, separated by a /'
  it.each([
    ['10.0.0.0', form],
    ['10.0.0.0/', form],
    ['/8', form],
    ['/', form],
    ['10.0.0.0/8/8', form],
    ['10.0.0/8', 'Not a valid IP address'],
    ['x/8', 'Not a valid IP address'],
    ['10.0.0.0/a', 'Width must be an integer'],
    ['10.0.0.0/8.5', 'Width must be an integer'],
    ['10.0.0.0/-1', 'Width must be an integer'],
    ['10.0.0.0/33', 'Max width for IPv4 is 32'],
    ['fd00::/129', 'Max width for IPv6 is 128'],
    ['::ffff:10.0.0.0/104', 'IPv4-mapped: write 10.0.0.0/8'],
    ['10.0.0.5/8', 'Has host bits set: write 10.0.0.0/8'],
  ])('%j: %s', (text, message) => expect(validateIpNet(text)).toBe(message))
})

describe('ports', () => {
  it.each(['', '22', '65535', '00080', '22-22', '8000-8100', '1-65535'])('takes %j', (text) =>
    expect(validatePorts(text)).toBeUndefined(),
  )
  const form = 'Must be a port or a range of ports, such as 80 or 8000-8100'
  it.each([
    ['a', form],
    ['-', form],
    ['22-', form],
    ['-22', form],
    ['123456', form],
    ['1-123456', form],
    ['22 - 23', form],
    ['22,23', form],
    ['65536', 'Port must be at most 65535'],
    ['1-65536', 'Port must be at most 65535'],
    ['99999-1', 'Port must be at most 65535'],
    ['23-22', 'The end of a range must not be lower than its start'],
  ])('%j: %s', (text, message) => expect(validatePorts(text)).toBe(message))
})

describe('number', () => {
  const rule = validateNumber('vCPUs', 1, 64)
  it.each([null, 1, 64])('takes %s', (value) => expect(rule(value)).toBeUndefined())
  it.each([
    [0, 'vCPUs must be at least 1'],
    [65, 'vCPUs must be at most 64'],
    [1.5, 'vCPUs must be a whole number'],
    [Number.NaN, 'vCPUs must be a whole number'],
    [Infinity, 'vCPUs must be a whole number'],
  ])('%s: %s', (value, message) => expect(rule(value)).toBe(message))
  it('starts at 0 unless said', () => expect(validateNumber('Priority')(-1)).toBe('Priority must be at least 0'))
})

describe('disk size', () => {
  const rule = validateDiskSize('Size', 10 * 1024 ** 3 + 1)
  it('takes the source rounded up', () => expect(rule(11)).toBeUndefined())
  it.each([
    [10, 'Must be at least 11 GiB, the size of its source'],
    [0, 'Size must be at least 1'],
    [1024, 'Size must be at most 1,023'],
  ])('%d: %s', (value, message) => expect(rule(value)).toBe(message))
  it.each([
    [0, 10],
    [10 * 1024 ** 3, 10],
    [10 * 1024 ** 3 + 1, 20],
    [1022 * 1024 ** 3, 1023],
  ])('a source of %d bytes opens the form with %d GiB', (bytes, size) => expect(defaultDiskGib(bytes)).toBe(size))
})

it('counts characters', () => {
  const rule = validateLength('Description', 512)
  expect(rule('x'.repeat(512))).toBeUndefined()
  expect(rule('x'.repeat(513))).toBe('Description must be at most 512 characters')
})

it('finds what is there twice', () => {
  expect(validateUnique(['a', 'b'])).toBeUndefined()
  expect(validateUnique(['a', 'b', 'a'])).toBe('Items must be unique')
})

it.each([
  ['80, 443', ['80', '443']],
  ['22 80;443', ['22', '80', '443']],
  ['8000 – 8100,22', ['8000-8100', '22']],
  [' 80 ', ['80']],
  [',', [',']],
])('%o lists %o', (text, parts) => {
  expect(listed(text)).toEqual(parts)
})

it('of several texts the wrong one is named', () => {
  const validate = forEachListed(validatePorts)
  expect(validate('80, 443')).toBeUndefined()
  expect(validate('80, http')).toMatch(/^http: Must be a port/)
  expect(validate('http')).toMatch(/^Must be a port/)
  expect(validate(',')).toMatch(/Must be a port/)
})
