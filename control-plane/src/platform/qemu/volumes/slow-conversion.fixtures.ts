import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { namesIn, pids } from '../base/process-id.ts'

const CLUSTER = 65_536
const DATA_CLUSTERS = 128
export const SLOW_BYTES = 2 ** 30

/** A qcow2 image of a disk of 1 GiB, all of whose entries lead to few clusters: its conversion takes eight seconds. */
export function slowImage(): Buffer {
  const tables = SLOW_BYTES / CLUSTER / (CLUSTER / 8)
  const data = 3 + tables
  const image = Buffer.alloc((data + DATA_CLUSTERS) * CLUSTER)
  image.write('QFI\xfb', 0, 'latin1')
  image.writeUInt32BE(2, 4)
  image.writeUInt32BE(16, 20)
  image.writeBigUInt64BE(BigInt(SLOW_BYTES), 24)
  image.writeUInt32BE(tables, 36)
  image.writeBigUInt64BE(BigInt(2 * CLUSTER), 40)
  image.writeBigUInt64BE(BigInt(CLUSTER), 48)
  image.writeUInt32BE(1, 56)
  const entry = (cluster: number) => (1n << 63n) | BigInt(cluster * CLUSTER)
  for (let table = 0; table < tables; table++) image.writeBigUInt64BE(entry(3 + table), 2 * CLUSTER + table * 8)
  for (let at = 0; at < SLOW_BYTES / CLUSTER; at++)
    image.writeBigUInt64BE(entry(data + (at % DATA_CLUSTERS)), 3 * CLUSTER + at * 8)
  return image.fill(7, data * CLUSTER)
}

/** Stops the program that converts in a folder, once there is one: it does not end by itself. Resolves with its id. */
export async function stoppedConversion(folder: string): Promise<number> {
  for (;;) {
    const pid = conversionsIn(folder)[0]
    if (pid !== undefined) {
      process.kill(pid, 'SIGSTOP')
      onTestFinished(() => {
        if (conversionsIn(folder).includes(pid)) process.kill(pid, 'SIGKILL')
      })
      return pid
    }
    await delay(5)
  }
}

/** The `qemu-img` that have a file of a folder open. */
export const conversionsIn = (folder: string): number[] =>
  pids().filter((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('qemu-img\0convert')) return false
      return namesIn(`/proc/${pid}/fd`).some((name) => readlinkSync(`/proc/${pid}/fd/${name}`).startsWith(folder))
    } catch {
      // It has ended.
      return false
    }
  })
