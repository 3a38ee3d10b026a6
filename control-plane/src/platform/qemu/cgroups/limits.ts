import type { Accelerator } from '../machines/command-line.ts'
import type { MachineOrder } from '../machines/machine-order.ts'
import { translatedCodeBytes } from '../machines/translated-code.ts'

/** What the processes of a cgroup may use at most. */
export interface Limits {
  /** The kernel kills them when they need more. As much again may be swapped out. */
  memoryBytes: number
  /** Processors that they keep busy. */
  cpus: number
  /** Share of busy processors, where the default of other processes is 100. */
  weight: number
  /** Processes and threads. */
  tasks: number
}

const MiB = 2 ** 20
/** QEMU with its devices, the frames of ten viewers, and the host's cache of the machine's files. */
const QEMU_BYTES = 512 * MiB
/** Tables of 32 MiB for each layer of a disk, of which there are at most eight. */
const DISK_BYTES = 256 * MiB
/** The kernel's tables of the machine's memory: three times 1/512. */
const TABLES_SHARE = 1 / 64
/** One for disks, one for network interfaces and the display. */
const IO_CPUS = 2
/** Threads that wait for disks: 64 for each of two loops, and some more. */
const QEMU_TASKS = 256
const MAX_WEIGHT = 10_000

/** Of a machine's QEMU. A guest that uses all of its memory and processors stays below. */
export function machineLimits(
  { memoryBytes, cpus, disks }: Pick<MachineOrder, 'memoryBytes' | 'cpus' | 'disks'>,
  accelerator: Accelerator,
): Limits {
  const tables = Math.ceil(memoryBytes * TABLES_SHARE)
  const translated = translatedCodeBytes(memoryBytes, accelerator)
  return {
    memoryBytes: memoryBytes + tables + QEMU_BYTES + disks.length * DISK_BYTES + translated,
    cpus: cpus + IO_CPUS,
    weight: Math.min(100 * cpus, MAX_WEIGHT),
    tasks: cpus + QEMU_TASKS,
  }
}

/** Of the programs that connect a machine or serve a network. */
export const networkLimits: Limits = { memoryBytes: 512 * MiB, cpus: 2, weight: 100, tasks: 64 }
