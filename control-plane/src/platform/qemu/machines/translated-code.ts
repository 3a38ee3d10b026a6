import type { Accelerator } from './command-line.ts'

const MiB = 2 ** 20
/** Of a machine's memory. With more, code is translated less often. */
const SHARE = 1 / 4
const LEAST_BYTES = 32 * MiB
/** QEMU's own limit, on machines of more than 4 GiB. */
const MOST_BYTES = 1024 * MiB

/** Memory in which the QEMU of an emulated machine keeps translated code: a whole number of MiB; 0 with KVM. */
export function translatedCodeBytes(memoryBytes: number, accelerator: Accelerator): number {
  if (accelerator === 'kvm') return 0
  const bytes = Math.min(Math.max(memoryBytes * SHARE, LEAST_BYTES), MOST_BYTES)
  return Math.floor(bytes / MiB) * MiB
}

/** The memory that machines may be promised of what they and their translated code may take. */
export const withoutTranslatedCode = (bytes: number, accelerator: Accelerator): number =>
  accelerator === 'kvm' ? bytes : Math.floor(bytes / (1 + SHARE))
