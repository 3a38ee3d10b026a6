import { expect, it } from 'vitest'
import { allowListProblem } from './allow-list.ts'

it.each<[string[], string | undefined, string | undefined]>([
  [['192.0.2.0/24'], '192.0.2.7', undefined],
  [['192.0.2.7/32', '2001:db8::/32'], '2001:db8::7', undefined],
  [['198.51.100.0/24'], undefined, undefined],
  [[], '192.0.2.7', 'The list must have at least one network'],
  [['198.51.100.0/24', '::ffff:0:0/96'], '192.0.2.7', '::ffff:0:0/96: IPv4-mapped: write 0.0.0.0/0'],
  [['0.0.0.0/0'], '192.0.2.7', '0.0.0.0/0: Width must not be 0. To take requests from anywhere, allow any address'],
  [['10.0.0.0/0'], '10.0.0.1', '10.0.0.0/0: Width must not be 0. To take requests from anywhere, allow any address'],
  [['0.0.0.0/8'], '0.0.0.1', '0.0.0.0/8: The unspecified address stands for no network'],
  [['::/16'], '::1', '::/16: The unspecified address stands for no network'],
  [['192.0.2.0'], '192.0.2.7', '192.0.2.0: Must contain an IP address and a width, separated by a /'],
  [Array.from({ length: 1001 }, () => '192.0.2.0/24'), '192.0.2.7', 'The list may have at most 1000 networks'],
])('%j, said from %s: %s', (networks, caller, problem) => {
  expect(allowListProblem(networks, caller)).toBe(problem)
})
