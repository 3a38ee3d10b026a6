import type { AddressRange } from './address-lots.ts'
import { canonicalNet } from './networks.ts'

/** Largest number of networks in an announce set. */
export const maxAnnouncements = 5000

/** Why networks cannot be announced together, worded for a person; undefined when they can. */
export function announcementsProblem(networks: readonly string[]): string | undefined {
  if (networks.length > maxAnnouncements) return `an announce set has at most ${maxAnnouncements} announcements`
  const seen = new Set<string>()
  for (const asked of networks) {
    const network = canonicalNet(asked)
    if (!network) return `network ${asked} has host bits set`
    if (seen.has(network)) return `network ${network} is announced twice`
    seen.add(network)
  }
  return undefined
}

/** The message for a network outside the block that it is announced from. */
export const outsideBlock = (network: string, { first, last }: AddressRange): string =>
  `network ${network} is not inside block ${first}-${last}`
