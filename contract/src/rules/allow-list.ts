import ipaddr from 'ipaddr.js'
import { ipNetProblem, isWithin } from './networks.ts'

/** Largest number of networks in an allow list. */
export const maxAllowedNetworks = 1000

/**
 * Why networks cannot be the allow list, worded for a person; undefined when they can.
 * @param caller the caller's address, which must not lock itself out; undefined when unknown
 */
export function allowListProblem(networks: readonly string[], caller?: string): string | undefined {
  if (!networks.length) return 'The list must have at least one network'
  if (networks.length > maxAllowedNetworks) return `The list may have at most ${maxAllowedNetworks} networks`
  for (const network of networks) {
    const problem = ipNetProblem(network)
    if (problem) return `${network}: ${problem}`
    const [address, width] = ipaddr.parseCIDR(network)
    if (width === 0) return `${network}: Width must not be 0. To take requests from anywhere, allow any address`
    if (address.range() === 'unspecified') return `${network}: The unspecified address stands for no network`
  }
  if (caller !== undefined && !networks.some((network) => isWithin(caller, network)))
    return `The list must hold your own address, ${caller}`
  return undefined
}
