import type { Layer } from './chain-reader.ts'

/** The volumes that running machines have open, as the volumes' driver sees them. */
export interface OpenVolumes {
  /** Whether a machine has it open. Called while the volume is locked: see `QemuVolumes.withChains`. */
  isOpen(volumeId: string): boolean
  /**
   * Whether a machine other than that of a volume was given a layer in its present run. It may still have the file open
   * although its disks no longer use it: a compromised QEMU closes only what it wants to.
   */
  isHeld(layer: string, besides: string | null): boolean
  /** Drops layers that were removed, so that their space is freed. @param isKnown whether a layer still exists */
  forgetLayers(isKnown: (layer: string) => boolean): Promise<void>
  /**
   * Switches its machine to the first layer of the chain, an empty overlay, at one moment: all earlier writes are in
   * the layers below. Also resolves if that is done already.
   */
  continueOn(volumeId: string, chain: readonly Layer[]): Promise<void>
  /** Copies the content of all layers below one into it, except the last of the chain, which becomes its base. */
  flatten(volumeId: string, copy: LiveCopy): Promise<void>
  /** Copies the content of one layer into the one below it, which becomes the base of the one above. */
  merge(volumeId: string, merge: LiveCopy): Promise<void>
  /** Cancels copies that an earlier process started. */
  endCopies(volumeId: string): Promise<void>
}

/** A copy between layers that a machine has open and no longer writes to. All is durable before a header changes. */
export interface LiveCopy {
  /** The volume's layers, newest first. */
  chain: readonly Layer[]
  /** Index of the upper layer, which is never the newest. */
  at: number
  /** Called once the target layer has all content, durable, before a header changes. */
  moved(): Promise<void>
  /** Cancels it, at any step. */
  signal: AbortSignal
}

/** For a driver without running machines. */
export const NONE_OPEN: OpenVolumes = {
  isOpen: () => false,
  isHeld: () => false,
  forgetLayers: async () => {},
  continueOn: () => Promise.reject(new Error('No machine has it open')),
  flatten: () => Promise.reject(new Error('No machine has it open')),
  merge: () => Promise.reject(new Error('No machine has it open')),
  endCopies: async () => {},
}
