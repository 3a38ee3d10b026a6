import type { Clock } from '../../../clock/clock.ts'
import type { BlockSize } from '../../interface/volumes.ts'
import type { MeasuredMachine } from '../machines/process/live-statistics.ts'
import { linkNames } from '../networks/names.ts'
import { linkCounters } from './link-counters.ts'
import { diskMeasurements, machineMeasurements, type MeasuredSled, nicMeasurements } from './machine-series.ts'
import type { Measurement } from './measured.ts'
import { cpuTimes } from './process-times.ts'

/** QEMU answers in milliseconds, unless it hangs. */
const MEASUREMENT_MS = 2000

export interface MeasuringParts {
  clock: Clock
  sled: MeasuredSled
  blockSizeOf(volumeId: string): BlockSize
}

/** Measures a machine. A series that cannot be measured now is absent: its next sample includes this time. */
export async function measureMachine(
  machine: MeasuredMachine,
  { clock, sled, blockSizeOf }: MeasuringParts,
): Promise<Measurement[]> {
  const { spec, process, statistics } = machine
  const cpus = async () => {
    const threads = (await statistics.cpuThreads(process)).slice(0, spec.ncpus)
    return machineMeasurements(machine, sled, await cpuTimes(process, threads))
  }
  const disks = async () => {
    const found = await statistics.disks(spec.volumes.map(({ id }) => id))
    return [...found].flatMap(([id, stats]) => diskMeasurements(machine, { id, blockSize: blockSizeOf(id) }, stats))
  }
  const nics = async () => {
    if (!spec.nics.length) return []
    const [names, links] = [linkNames(spec.nics.map(({ id }) => id)), await linkCounters(process.pid)]
    return [...names].flatMap(([id, name]) => {
      const link = links.get(name)
      return link ? nicMeasurements(machine, id, link) : []
    })
  }
  const parts = [cpus(), disks(), nics()].map((part) =>
    within(
      clock,
      MEASUREMENT_MS,
      part.catch(() => []),
    ),
  )
  return (await Promise.all(parts)).flat()
}

/** The result of work, or undefined when the time is up; the work itself continues. */
function within(clock: Clock, ms: number, work: Promise<Measurement[]>): Promise<Measurement[]> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve([]))
    void work.then((found) => {
      cancel()
      resolve(found)
    })
  })
}
