import type { Layer } from './chain-reader.ts'

/** The volumes that running machines have open: what the driver asks of the machines about them. */
export interface OpenVolumes {
  /** Whether a machine has it open. Asked while the volume is locked: see `QemuVolumes.withChains`. */
  isOpen(volumeId: string): boolean
  /**
   * Makes its machine continue on the first layer of the chain, an empty overlay, at one moment: everything that the
   * machine wrote before is in the layers below. Resolves too when that is so already.
   */
  continueOn(volumeId: string, chain: readonly Layer[]): Promise<void>
  /**
   * Copies what the layers between the first and the last have into the first, which its machine writes, and which then
   * is based on the last. All that was copied is durable before the header of the first changes.
   */
  flatten(volumeId: string, chain: readonly Layer[]): Promise<void>
  /** Copies what one layer has into the one below it, and bases the one above both on that. */
  merge(volumeId: string, merge: LiveMerge): Promise<void>
  /** Ends a merge that an earlier process began. */
  endMerge(volumeId: string): Promise<void>
}

/** A merge of layers that a machine has open, of which it writes neither. */
export interface LiveMerge {
  /** Of its volume, newest first. */
  chain: readonly Layer[]
  /** Index of the upper one. */
  at: number
  /** Called once the lower layer has everything, durable, before another layer is based on it. */
  moved(): Promise<void>
  /** Ends it, at any step. */
  signal: AbortSignal
}

/** No machine runs. */
export const NONE_OPEN: OpenVolumes = {
  isOpen: () => false,
  continueOn: () => Promise.reject(new Error('No machine has it open')),
  flatten: () => Promise.reject(new Error('No machine has it open')),
  merge: () => Promise.reject(new Error('No machine has it open')),
  endMerge: async () => {},
}
