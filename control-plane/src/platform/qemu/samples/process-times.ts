import { readFile } from 'node:fs/promises'
import type { ProcessId } from '../base/process-id.ts'

/** The kernel counts in hundredths of a second, on every architecture that runs machines. */
const TICK_NS = 10_000_000n
/** Positions in /proc/PID/stat, counted from the state, which follows the name. */
const USER_TIME = 11
const SYSTEM_TIME = 12

/** Division of a virtual CPU's time since the start of its process, in nanoseconds. */
export interface CpuTimes {
  /** Time in which it executed. */
  run: bigint
  /** Time in which the host's kernel worked for it. */
  emulation: bigint
  /** Time in which it was ready but the host's processors were busy. */
  waiting: bigint
  idle: bigint
}

/** Times of the threads that execute virtual CPUs. Rejects if the process or one of the threads has ended. */
export async function cpuTimes(process: ProcessId, threads: readonly number[]): Promise<CpuTimes[]> {
  const busy = await Promise.all(threads.map((thread) => busyTimes(`/proc/${process.pid}/task/${thread}`)))
  const wall = ((await hostUptime()) - BigInt(process.startTime)) * TICK_NS
  return busy.map(({ run, emulation, waiting }) => {
    const idle = wall - run - emulation - waiting
    return { run, emulation, waiting, idle: idle > 0n ? idle : 0n }
  })
}

async function busyTimes(path: string): Promise<Omit<CpuTimes, 'idle'>> {
  const [stat, schedstat] = await Promise.all([
    readFile(`${path}/stat`, 'latin1'),
    // A kernel may be built without these statistics.
    readFile(`${path}/schedstat`, 'latin1').catch(() => ''),
  ])
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = (position: number) => BigInt(fields[position] ?? 0) * TICK_NS
  return { run: ticks(USER_TIME), emulation: ticks(SYSTEM_TIME), waiting: BigInt(schedstat.split(' ')[1] ?? 0) }
}

/** Time since the host's boot in ticks, which changes of the host's clock do not affect. */
async function hostUptime(): Promise<bigint> {
  const [seconds] = (await readFile('/proc/uptime', 'latin1')).split(' ')
  return BigInt(Math.round(Number(seconds) * 100))
}
