import { familyOf } from './addresses.ts'
import { BRIDGE } from './links.ts'
import type { NetworkPlan } from './plan.ts'

export interface DnsmasqFiles {
  /** dnsmasq reads it only once, so a change of it requires a restart. */
  configuration: string
  /** `dhcpHosts` and `dnsHosts` are read again on SIGHUP. */
  dhcpHosts: string
  dnsHosts: string
}

/** Names of dnsmasq's user and group. */
export interface DnsmasqAccount {
  user: string
  group: string
}

/** @param resolvers DNS servers for names outside of the VPC; without any, such names are refused */
export function dnsmasqOf(
  plan: NetworkPlan,
  folder: string,
  { user, group }: DnsmasqAccount,
  resolvers: readonly string[] = [],
): DnsmasqFiles {
  const hasIpv6 = plan.interfaces.some(({ ip }) => familyOf(ip) === 6)
  const ranges = plan.subnets.flatMap(({ networks: [ipv4, ipv6] }) => [
    `dhcp-range=${networkAddress(ipv4.text)},static,${netmask(ipv4.width)},1h`,
    ...(hasIpv6 ? [`dhcp-range=${networkAddress(ipv6.text)},static,off-link,64,1h`] : []),
  ])
  const lines = [
    'keep-in-foreground',
    `user=${user}`,
    `group=${group}`,
    `interface=${BRIDGE}`,
    'except-interface=lo',
    'bind-dynamic',
    'no-hosts',
    'no-resolv',
    'no-ping',
    ...resolvers.map((resolver) => `server=${resolver}`),
    // Names without a dot, and names of private addresses, are not forwarded.
    'domain-needed',
    'bogus-priv',
    `domain=${plan.domain}`,
    `local=/${plan.domain}/`,
    `dhcp-option=option:domain-search,${plan.domain}`,
    `addn-hosts=${folder}/dns-hosts`,
    `dhcp-hostsfile=${folder}/dhcp-hosts`,
    `dhcp-leasefile=${folder}/leases`,
    `pid-file=${folder}/dnsmasq.pid`,
    'dhcp-authoritative',
    'dhcp-ignore=tag:!known',
    // Interfaces are identified by their MACs and get Skerry's names: the names that guests send are ignored.
    'dhcp-ignore-clid',
    'dhcp-ignore-names',
    'dhcp-lease-max=65535',
    ...(hasIpv6 ? ['enable-ra'] : []),
    ...ranges,
  ]
  return {
    configuration: linesText(lines),
    dhcpHosts: linesText(plan.interfaces.map(({ mac, ip }) => `${mac},${familyOf(ip) === 6 ? `[${ip}]` : ip}`)),
    dnsHosts: linesText(
      plan.hosts.flatMap(({ name, addresses }) => addresses.map((address) => `${address} ${name}.${plan.domain}`)),
    ),
  }
}

const linesText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const networkAddress = (network: string) => network.split('/')[0]!
const netmask = (width: number) =>
  [24, 16, 8, 0].map((shift) => (width === 0 ? 0 : ((-1 << (32 - width)) >>> shift) & 255)).join('.')
