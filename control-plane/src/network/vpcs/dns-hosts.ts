import type { NetworkHost } from '../../platform/interface/networks.ts'

const MAX_LABEL = 63
const MAX_NAME = 253

/**
 * The DNS names of instances in a VPC. DNS ignores case. A hostname that is too long with the domain is left out.
 * So is one with a label that is too long, which the API accepted once.
 */
export function hostsOf(
  domain: string,
  nics: readonly { hostname: string; ip: string; is_primary: boolean }[],
): NetworkHost[] {
  const named = nics.filter(({ hostname, is_primary }) => is_primary && isDnsName(`${hostname}.${domain}`))
  const hosts = Map.groupBy(named, ({ hostname }) => hostname.toLowerCase())
  return [...hosts].map(([name, instances]) => ({ name, addresses: instances.map(({ ip }) => ip).toSorted() }))
}

const isDnsName = (name: string): boolean =>
  name.length <= MAX_NAME && name.split('.').every((label) => label.length <= MAX_LABEL)
