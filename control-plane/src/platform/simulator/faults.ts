import type { Clock } from '../../clock/clock.ts'
import type { Fault, FaultKind, FaultRequest, Faults } from '../interface/faults.ts'
import { PlatformError } from '../interface/platform-error.ts'
import { fraction, hash } from './random.ts'

interface Effect {
  begin(fault: Fault): void
  end(fault: Fault): void
}

/** Delay that a latency fault adds to each call. */
const LATENCY_MS = 2000

export class FaultList implements Faults {
  readonly #clock: Clock
  readonly #faults = new Map<string, { fault: Fault; cancel: (() => void)[]; started: boolean }>()
  /** Actions at the begin and end of faults of a kind; for the others see `applies`. */
  readonly effects: Partial<Record<FaultKind, Effect>> = {}
  #draws = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  inject(request: FaultRequest): Fault {
    const now = this.#clock.now().getTime()
    const beginsIn = (request.after ?? 0) * 1000
    const ends = request.for === undefined ? null : new Date(now + beginsIn + request.for * 1000)
    const fault: Fault = { ...request, id: crypto.randomUUID(), begins: new Date(now + beginsIn), ends }
    const entry = { fault, cancel: [] as (() => void)[], started: false }
    this.#faults.set(fault.id, entry)
    const begin = () => {
      entry.started = true
      this.effects[fault.kind]?.begin(fault)
    }
    if (beginsIn) entry.cancel.push(this.#clock.after(beginsIn, begin))
    else begin()
    if (ends) entry.cancel.push(this.#clock.after(ends.getTime() - now, () => this.end(fault.id)))
    return fault
  }

  end(id: string): boolean {
    const entry = this.#faults.get(id)
    if (!entry) return false
    for (const cancel of entry.cancel) cancel()
    this.#faults.delete(id)
    if (entry.started) this.effects[entry.fault.kind]?.end(entry.fault)
    return true
  }

  list(): Fault[] {
    return [...this.#faults.values()].map(({ fault }) => fault)
  }

  /** Whether a fault of that kind applies to one of these targets now. */
  applies(kind: FaultKind, ...targets: string[]): boolean {
    for (const { fault, started } of this.#faults.values()) {
      if (!started || fault.kind !== kind || !(fault.target === '*' || targets.includes(fault.target))) continue
      if (fraction(hash(`${fault.target} ${this.#draws++}`)) < (fault.probability ?? 1)) return true
    }
    return false
  }

  reachesReceiver(id: string): boolean {
    return !this.applies('webhook_unreachable', id)
  }

  beforeSagaStep(saga: string, step: string): void {
    if (this.applies('saga_step_fail', saga, `${saga}/${step}`))
      throw new PlatformError('permanent', `Step ${step} fails by request`)
  }

  /** Additional delay of a call in milliseconds. */
  latency(target: string): number {
    return this.applies('latency', target) ? LATENCY_MS : 0
  }

  close(): void {
    for (const { cancel } of this.#faults.values()) for (const cancelTimer of cancel) cancelTimer()
    this.#faults.clear()
  }
}
