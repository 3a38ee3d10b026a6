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
}

/** No machine runs. */
export const NONE_OPEN: OpenVolumes = {
  isOpen: () => false,
  continueOn: () => Promise.reject(new Error('No machine has it open')),
  flatten: () => Promise.reject(new Error('No machine has it open')),
}
