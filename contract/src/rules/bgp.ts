import type { AddressRange } from './address-lots.ts'
import { canonicalNet } from './networks.ts'

/** The most networks that an announce set may announce. */
export const maxAnnouncements = 5000

/** Why networks cannot be announced together, worded for a person; undefined when they can. */
export function announcementsProblem(networks: readonly string[]): string | undefined {
  if (networks.length > maxAnnouncements) return `an announce set has at most ${maxAnnouncements} announcements`
  const seen = new Set<string>()
  for (const asked of networks) {
    const network = canonicalNet(asked)
    if (!network) return `network ${asked} has bits beyond its width`
    if (seen.has(network)) return `network ${network} is announced twice`
    seen.add(network)
  }
  return undefined
}

/** Says that a network is not inside a block that it should be announced out of. */
export const outsideBlock = (network: string, { first, last }: AddressRange): string =>
  `network ${network} is not inside block ${first}-${last}`
