import { describe, expect, it } from 'vitest'
import {
  routeChangeRefusal,
  routeCreateRefusal,
  routeDeleteRefusal,
  routerDeleteRefusal,
  routeProblem,
} from './routes.ts'

const ip = (value: string) => ({ type: 'ip', value })
const net = (value: string) => ({ type: 'ip_net', value })
const named = (type: string) => ({ type, value: 'thing' })

describe('a way', () => {
  it.each([
    [ip('10.0.0.1'), ip('10.0.0.2')],
    [net('::/0'), ip('fd00::1')],
    [net('0.0.0.0/0'), named('internet_gateway')],
    [named('subnet'), ip('fd00::1')],
    [ip('fd00::1'), { type: 'drop' }],
  ])('leads from %j to %j', (destination, target) => expect(routeProblem({ destination, target })).toBeUndefined())
  it.each([
    [named('vpc'), ip('10.0.0.2'), 'A route cannot have a VPC as its destination'],
    [ip('10.0.0.1'), named('vpc'), 'A route cannot have a VPC as its target'],
    [ip('10.0.0.1'), named('subnet'), 'A route cannot have a subnet as its target'],
    [net('10.0.0.0/8'), ip('fd00::1'), 'A route cannot mix IPv4 and IPv6'],
    [ip('fd00::1'), ip('10.0.0.1'), 'A route cannot mix IPv4 and IPv6'],
    [named('subnet'), ip('0.0.0.0'), 'A route cannot lead to 0.0.0.0, which is unspecified: it is in 0.0.0.0/8'],
    [net('::/0'), ip('ff02::1'), 'A route cannot lead to ff02::1, which is multicast: it is in ff00::/8'],
  ])('does not lead from %j to %j: %s', (destination, target, problem) =>
    expect(routeProblem({ destination, target })).toBe(problem),
  )
})

it('is by its kind that a route changes and goes', () => {
  const kinds = ['custom', 'default', 'vpc_subnet', 'vpc_peering'] as const
  expect(kinds.map((kind) => routeChangeRefusal({ kind }) === undefined)).toEqual([true, true, false, false])
  expect(kinds.map((kind) => routeDeleteRefusal({ kind }) === undefined)).toEqual([true, false, false, false])
})

it('leaves the system router as it is', () => {
  expect(routeCreateRefusal({ kind: 'custom' }) ?? routerDeleteRefusal({ kind: 'custom' })).toBeUndefined()
  expect(routeCreateRefusal({ kind: 'system' })).toBe('Routes cannot be added to the system router')
  expect(routerDeleteRefusal({ kind: 'system' })).toBe('The system router cannot be deleted')
})
