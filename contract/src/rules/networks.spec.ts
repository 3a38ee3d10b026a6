import { describe, expect, it } from 'vitest'
import {
  ipNetProblem,
  networkProblem,
  isWithin,
  ipProblem,
  ipv4BlockProblem,
  ipv6BlockProblem,
  ipv6PrefixProblem,
  rangeProblem,
  withinTester,
} from './networks.ts'

describe('IP address and network', () => {
  it.each(['10.0.0.1', '::', 'fd00::a'])('takes address %j', (text) => expect(ipProblem(text)).toBeUndefined())
  it.each(['', '10.0.0.256', '10.0.0.0/8', 'fe80::1%eth0'])('refuses address %j', (text) =>
    expect(ipProblem(text)).toBe('Not a valid IP address'),
  )
  it.each([
    ['10.0.0.0', 'Must contain an IP address and a width, separated by a /'],
    ['/8', 'Must contain an IP address and a width, separated by a /'],
    ['10.0.0/8', 'Not a valid IP address'],
    ['10.0.0.0/x', 'Width must be an integer'],
    ['10.0.0.0/024', 'Width must not begin with a zero'],
    ['fd00::/00', 'Width must not begin with a zero'],
    ['0.0.0.0/0', undefined],
    ['10.0.0.0/33', 'Max width for IPv4 is 32'],
    ['fd00::/129', 'Max width for IPv6 is 128'],
    ['10.0.0.0/8', undefined],
    ['fd00::/48', undefined],
    ['::ffff:10.0.0.0/104', 'IPv4-mapped: write 10.0.0.0/8'],
    ['0:0:0:0:0:FFFF:0A00:0/104', 'IPv4-mapped: write 10.0.0.0/8'],
    ['::ffff:0:0/96', 'IPv4-mapped: write 0.0.0.0/0'],
    ['::ffff:0:0/95', undefined],
    ['::10.0.0.0/104', undefined],
  ])('network %j: %s', (text, problem) => expect(ipNetProblem(text)).toBe(problem))
  it.each([
    ['::ffff:10.0.0.5', 'IPv4-mapped: write 10.0.0.5'],
    ['::ffff:10.0.0.999', 'Not a valid IP address'],
    ['::10.0.0.5', undefined],
  ])('address %j: %s', (text, problem) => expect(ipProblem(text)).toBe(problem))
  it.each([
    ['10.0.0.5/8', 'Has host bits set: write 10.0.0.0/8'],
    ['10.0.0.5/32', undefined],
    ['0.0.0.1/0', 'Has host bits set: write 0.0.0.0/0'],
    ['FD00:0::1/48', 'Has host bits set: write fd00::/48'],
    ['fd00::/48', undefined],
    ['10.0.0.0/33', 'Max width for IPv4 is 32'],
  ])('network without host bits %j: %s', (text, problem) => expect(networkProblem(text)).toBe(problem))
})

describe('blocks', () => {
  it.each([
    ['172.30.0.0/22', undefined],
    ['10.0.0.0/8', undefined],
    ['10.0.0.0/7', 'must be from /8 to /26'],
    ['10.0.0.0/27', 'must be from /8 to /26'],
    ['10.0.0.1/24', 'has host bits set'],
    ['8.8.8.0/24', 'must be private: in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
    ['172.0.0.0/8', 'must be private: in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
  ])('IPv4 block %j: %s', (net, problem) => expect(ipv4BlockProblem(net)).toBe(problem))
  it.each([
    ['fd12:3456:789a::/48', undefined],
    ['fd12::/47', 'must be a /48'],
    ['fc12::/48', 'must be in fd00::/8'],
    ['fd12:3456:789a:1::/48', 'has host bits set'],
  ])('IPv6 prefix %j: %s', (net, problem) => expect(ipv6PrefixProblem(net)).toBe(problem))
  it.each([
    ['fd12:3456:789a:1::/64', undefined],
    ['fd12:3456:789a::/63', 'must be a /64'],
    ['fd12:3456:789b::/64', "must be in the VPC's prefix fd12:3456:789a::/48"],
  ])('IPv6 block %j: %s', (net, problem) => expect(ipv6BlockProblem(net, 'fd12:3456:789a::/48')).toBe(problem))
})

it('a range is of one version, and does not run backwards', () => {
  expect(rangeProblem('198.51.100.1', '198.51.100.1')).toBeUndefined()
  expect(rangeProblem('198.51.100.9', '198.51.100.10')).toBeUndefined()
  expect(rangeProblem('198.51.100.10', '198.51.100.9')).toBe('Last address must not be lower than the first')
  expect(rangeProblem('9.255.255.255', '10.0.0.0')).toBeUndefined()
  expect(rangeProblem('2001:db8::9', '2001:db8::10')).toBeUndefined()
  expect(rangeProblem('2001:db8:1::', '2001:db8::ffff')).toBe('Last address must not be lower than the first')
  expect(rangeProblem('198.51.100.1', '2001:db8::1')).toBe('First and last address must both be IPv4 or both IPv6')
})

it('an address is within networks of its own version, and within itself however it is written', () => {
  expect(isWithin('172.30.3.255', '172.30.0.0/22')).toBe(true)
  expect(isWithin('172.30.4.0', '172.30.0.0/22')).toBe(false)
  expect(isWithin('172.30.0.5', '::/0')).toBe(false)
  expect(isWithin('2001:db8::1', '2001:0db8:0:0::1')).toBe(true)
  expect(isWithin('2001:db8::1', '2001:db8::/32')).toBe(true)
  expect(isWithin('172.30.0.5', '172.30.0.6')).toBe(false)
})

it('tests many networks for one address as it tests each', () => {
  const addresses = ['10.0.0.1', '255.255.255.255', '0.0.0.0', 'fd00::1', '::ffff:10.0.0.1']
  const nets = [
    '10.0.0.0/8',
    '10.0.0.1',
    '10.0.0.0/32',
    '0.0.0.0/0',
    '128.0.0.0/1',
    '::/0',
    'fd00::/64',
    '::ffff:a00:1',
  ]
  for (const address of addresses)
    expect(nets.map(withinTester(address))).toEqual(nets.map((net) => isWithin(address, net)))
})
