import { ipVersion } from './networks.ts'

/** The longest mask for an address of this version. */
export const longestMask = (address: string): number => (ipVersion(address) === 4 ? 32 : 128)

/** Why an address cannot have a mask, worded for a person; undefined when it can. */
export const maskProblem = (address: string, mask: number): string | undefined =>
  mask > longestMask(address) ? `the mask of ${address} is at most ${longestMask(address)}` : undefined
