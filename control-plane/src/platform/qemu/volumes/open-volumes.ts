import type { Layer } from './chain-reader.ts'

/** The volumes that running machines have open: what the driver asks of the machines about them. */
export interface OpenVolumes {
  /** Whether a machine has it open. Asked while the volume is locked: see `QemuVolumes.withChains`. */
  isOpen(volumeId: string): boolean
  /**
   * Whether a machine was given a layer in its present run, other than the one that has a volume open. It may have the
   * file open still, though its disks rest on that layer no more: a QEMU that was taken over closes what it likes.
   */
  isHeld(layer: string, besides: string | null): boolean
  /** Forgets layers that were removed, so that their space becomes free. @param isKnown whether one was not */
  forgetLayers(isKnown: (layer: string) => boolean): Promise<void>
  /**
   * Makes its machine continue on the first layer of the chain, an empty overlay, at one moment: everything that the
   * machine wrote before is in the layers below. Resolves too when that is so already.
   */
  continueOn(volumeId: string, chain: readonly Layer[]): Promise<void>
  /** Copies what all layers below one have into it, but for the last of the chain, on which it is then based. */
  flatten(volumeId: string, copy: LiveCopy): Promise<void>
  /** Copies what one layer has into the one below it, and bases the one above both on that. */
  merge(volumeId: string, merge: LiveCopy): Promise<void>
  /** Ends copies that an earlier process began. */
  endCopies(volumeId: string): Promise<void>
}

/** A copy between layers that a machine has open and writes no more. All is durable before a header changes. */
export interface LiveCopy {
  /** Of its volume, newest first. */
  chain: readonly Layer[]
  /** Index of the upper layer; never that of the newest. */
  at: number
  /** Called once the layer that is written has everything, durable, before a header changes. */
  moved(): Promise<void>
  /** Ends it, at any step. */
  signal: AbortSignal
}

/** No machine runs. */
export const NONE_OPEN: OpenVolumes = {
  isOpen: () => false,
  isHeld: () => false,
  forgetLayers: async () => {},
  continueOn: () => Promise.reject(new Error('No machine has it open')),
  flatten: () => Promise.reject(new Error('No machine has it open')),
  merge: () => Promise.reject(new Error('No machine has it open')),
  endCopies: async () => {},
}
