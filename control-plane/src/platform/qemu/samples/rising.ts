import type { Measurement } from './measured.ts'

interface Last {
  startedAt: number | null
  value: bigint
}

/** Keeps counters from falling: those computed as differences vary by a tick. */
export class Rising {
  #last = new Map<string, Last>()

  /** @param measured all series of one time */
  continued(measured: readonly Measurement[]): Measurement[] {
    const next = new Map<string, Last>()
    const risen = measured.map((one) => {
      const { series, fields, startedAt, value } = one
      if (typeof value !== 'bigint') return one
      const key = `${series} ${JSON.stringify(Object.values(fields))}`
      const last = this.#last.get(key)
      const atLeast = last?.startedAt === startedAt && last.value > value ? last.value : value
      next.set(key, { startedAt, value: atLeast })
      return { ...one, value: atLeast }
    })
    this.#last = next
    return risen
  }
}
