import type { IpPoolUtilization } from '~/api/types.gen.ts'

/** How many addresses of one version a pool has, and how many of them are in use: exact, also beyond 2^53. */
export interface Use {
  version: 'IPv4' | 'IPv6'
  allocated: bigint
  capacity: bigint
}

/** The use of a pool by version; those of which it has no addresses are left out. */
export const usesOf = ({ ipv4, ipv6 }: IpPoolUtilization): Use[] =>
  [
    { version: 'IPv4' as const, allocated: BigInt(ipv4.allocated), capacity: BigInt(ipv4.capacity) },
    { version: 'IPv6' as const, allocated: BigInt(ipv6.allocated), capacity: BigInt(ipv6.capacity) },
  ].filter(({ capacity }) => capacity > 0n)

/** Hundredths of a percent in use, rounded down: only a full pool is 10000. At least 1 where any address is in use. */
export function basisPoints({ allocated, capacity }: Use): number {
  if (capacity === 0n || allocated === 0n) return 0
  return Math.max(1, Number((allocated * 10_000n) / capacity))
}
