import { PlatformError } from '../platform/interface/platform-error.ts'
import type { Platform } from '../platform/interface/platform.ts'

type Method = (...values: unknown[]) => Promise<unknown>

/** The changes that carry the order of a saga, by the part of the platform. */
const CHANGES = {
  volumes: [
    'ensureVolume',
    'deleteVolume',
    'finalizeImport',
    'ensureSnapshot',
    'deleteSnapshot',
    'ensureImage',
    'deleteImage',
    'ensureAttached',
    'ensureDetached',
  ],
  instances: ['prepare', 'start', 'stop', 'powerOff', 'reboot', 'migrate', 'release'],
  networks: ['ensureVpc', 'deleteVpc'],
} as const satisfies { [Part in 'volumes' | 'instances' | 'networks']: readonly (keyof Platform[Part])[] }

interface Hold {
  /** Whether the first of each call with that order is held. */
  holds(order: number): Promise<boolean>
  /** Called with the order of each held call: its worker makes no other call until it is released. */
  onHeld(order: number): Promise<void>
  /** This call of a saga, but not of its undo, fails for good when it is made again. */
  failing: string | undefined
}

/** Holds calls at the edge of a platform: nobody waits for them any more when they are released. */
export class LateCalls {
  /** Names of the calls that were held. */
  readonly names = new Set<string>()
  /** Sagas, or their undos, of which a call was held. */
  readonly orders = new Set<number>()
  readonly #seen = new Set<string>()
  readonly #held: (() => Promise<unknown>)[] = []
  readonly #restore: (() => void)[] = []
  #hold: Hold | undefined

  constructor(platform: Platform) {
    for (const [part, names] of Object.entries(CHANGES))
      for (const name of names) this.#wrap(platform[part as keyof typeof CHANGES], name)
    this.#wrap(platform, 'settle')
  }

  hold(hold: Hold): void {
    this.#hold = hold
  }

  /** Lets all further calls through. */
  stopHolding(): void {
    this.#hold = undefined
  }

  /** Makes the held calls, in their order. Resolves once the platform has answered them all. */
  async release(): Promise<void> {
    await Promise.allSettled(this.#held.splice(0).map((call) => call()))
  }

  /** Calls are as before. */
  close(): void {
    for (const restore of this.#restore) restore()
  }

  #wrap(part: object, name: string): void {
    const methods = part as Record<string, Method>
    const original = methods[name]!.bind(part)
    methods[name] = (...values) => this.#call(name, original, values)
    this.#restore.push(() => delete methods[name])
  }

  async #call(name: string, original: Method, values: unknown[]): Promise<unknown> {
    const [hold, order] = [this.#hold, values.at(-1)]
    if (!hold || typeof order !== 'number' || !(await hold.holds(order))) return original(...values)
    const about = typeof values[0] === 'string' ? values[0] : (values[0] as { id: string }).id
    const key = `${order} ${name} ${about}`
    if (this.#seen.has(key)) {
      if (name === hold.failing && order % 2 === 0) throw new PlatformError('permanent', 'It fails in this test')
      return original(...values)
    }
    this.#seen.add(key)
    this.names.add(name)
    this.orders.add(order)
    // It has passed the check of its signal.
    const late = values.map((value) => (value instanceof AbortSignal ? undefined : value))
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const answer = released.then(() => original(...late))
    this.#held.push(() => {
      resolve()
      return answer
    })
    await hold.onHeld(order)
    return answer
  }
}
