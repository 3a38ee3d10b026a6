import { MiB } from '../../base/bytes.ts'
import type { Accelerator } from './architecture.ts'

/** Share of a machine's memory. With a larger cache QEMU translates code less often. */
const CACHE_SHARE = 1 / 4
const LEAST_CACHE_BYTES = 32 * MiB
/** QEMU's own maximum, which machines with more than 4 GiB reach. */
const MAX_CACHE_BYTES = 1024 * MiB

/** Memory in which the QEMU of an emulated machine keeps translated code: a whole number of MiB; 0 with KVM. */
export function translatedCodeBytes(memoryBytes: number, accelerator: Accelerator): number {
  if (accelerator === 'kvm') return 0
  const bytes = Math.min(Math.max(memoryBytes * CACHE_SHARE, LEAST_CACHE_BYTES), MAX_CACHE_BYTES)
  return Math.floor(bytes / MiB) * MiB
}

/** Memory that may be promised to machines, so that it suffices for them and their translated code. */
export const withoutTranslatedCode = (bytes: number, accelerator: Accelerator): number =>
  accelerator === 'kvm' ? bytes : Math.floor(bytes / (1 + CACHE_SHARE))
