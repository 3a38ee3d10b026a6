import { readdir } from 'node:fs/promises'
import { type LinkCounters, linkCounters } from './link-counters.ts'
import { type MeasuredSled, sledFields } from './machine-series.ts'
import type { Measurement } from './measured.ts'

/** The kernel's list of network devices. Those of hardware have a link `device`. */
const NETWORK_DEVICES = '/sys/class/net'

interface Baseline {
  startedAt: number
  /** Value of the kernel's counter at that time. */
  value: bigint
  last: bigint
}

/**
 * Measures the traffic of the host's physical network links. The kernel does not report when its counters started, so
 * they count from the first measurement of this process.
 */
export class HostMeter {
  readonly #sled: MeasuredSled
  readonly #folder: string
  readonly #links: () => Promise<Map<string, LinkCounters>>
  readonly #baselines = new Map<string, Baseline>()

  constructor(sled: MeasuredSled, { folder = NETWORK_DEVICES, links = () => linkCounters('self') } = {}) {
    this.#sled = sled
    this.#folder = folder
    this.#links = links
  }

  async measure(time: number): Promise<Measurement[]> {
    const [links, names] = [await this.#links(), await this.#physicalLinks()]
    return names.flatMap((name) => {
      const link = links.get(name)
      if (!link) return []
      const fields = {
        kind: 'physical',
        link_name: name,
        rack_id: this.#sled.rackId,
        zone_name: 'global',
        ...sledFields(this.#sled),
      }
      const values = {
        bytes_sent: link.bytesSent,
        bytes_received: link.bytesReceived,
        packets_sent: link.packetsSent,
        packets_received: link.packetsReceived,
        errors_sent: link.errorsSent,
        errors_received: link.errorsReceived,
      }
      return Object.entries(values).map(([metric, value]) => ({
        series: `sled_data_link:${metric}`,
        fields,
        ...this.#since(`${name} ${metric}`, time, value),
      }))
    })
  }

  /** The increase since the counter's first value, or since its restart. */
  #since(key: string, time: number, value: bigint): Pick<Measurement, 'startedAt' | 'value'> & { value: bigint } {
    const known = this.#baselines.get(key)
    const baseline = known && value >= known.last ? known : { startedAt: time, value, last: value }
    baseline.last = value
    this.#baselines.set(key, baseline)
    return { startedAt: baseline.startedAt, value: value - baseline.value }
  }

  async #physicalLinks(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const entries = await Promise.all(names.map((name) => readdir(`${this.#folder}/${name}`).catch((): string[] => [])))
    return names.filter((_, at) => entries[at]!.includes('device'))
  }
}
