import type { AddressRange } from './address-lots.ts'
import { canonicalNet } from './networks.ts'

/** Largest number of networks in an announce set. */
export const maxAnnouncements = 5000

/** Why networks cannot be announced together, worded for a person; undefined when they can. */
export function announcementsProblem(networks: readonly string[]): string | undefined {
  for (const problem of announcementProblems(networks)) if (problem) return problem
  return undefined
}

/** The same one network at a time, since many take long to check. */
export function* announcementProblems(networks: readonly string[]): Generator<string | undefined> {
  if (networks.length > maxAnnouncements) return yield `an announce set has at most ${maxAnnouncements} announcements`
  const seen = new Set<string>()
  for (const asked of networks) {
    const network = canonicalNet(asked)
    if (!network) yield `network ${asked} has host bits set`
    else if (seen.has(network)) yield `network ${network} is announced twice`
    else yield undefined
    seen.add(network ?? asked)
  }
  return undefined
}

/** The message for a network outside the block that it is announced from. */
export const outsideBlock = (network: string, { first, last }: AddressRange): string =>
  `network ${network} is not inside block ${first}-${last}`
