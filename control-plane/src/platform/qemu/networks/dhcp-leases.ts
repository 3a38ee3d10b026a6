import { addressNumber, addressText, familyOf } from './addresses.ts'

/** Lines of dnsmasq's hosts that are no longer valid: the interface is gone, or its address has another MAC. */
export const formerHosts = (before: string, after: string): string[] => {
  const hosts = new Set(after.split('\n'))
  return before.split('\n').filter((line) => !hosts.has(line))
}

/**
 * The leases in dnsmasq's file that its hosts still allow. dnsmasq would refuse the address of any other lease to the
 * interface that has it now. A DHCPv6 lease has no MAC, so its address must have had the same host all along.
 */
export function validLeases(leases: string, before: string, after: string): string {
  const [hosts, former] = [after.split('\n'), new Set(formerHosts(before, after).map(addressIn))]
  const [valid, addresses] = [new Set(hosts), new Set(hosts.map(addressIn))]
  const isValid = (line: string) => {
    const [, mac, address] = line.split(' ')
    if (address === undefined) return true
    if (familyOf(address) === 4) return valid.has(`${mac},${address}`)
    const normal = `[${addressText(addressNumber(address), 6)}]`
    return addresses.has(normal) && !former.has(normal)
  }
  return leases.split('\n').filter(isValid).join('\n')
}

const addressIn = (host: string) => host.split(',')[1]
