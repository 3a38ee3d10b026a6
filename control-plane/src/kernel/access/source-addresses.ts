import ipaddr from 'ipaddr.js'
import type { Clock } from '../../clock/clock.ts'
import type { DatabaseGuard } from '../database/database-watch.ts'
import type { Db } from '../database/database.ts'
import { withDeadline } from '../limits/deadline.ts'
import type { Log } from '../telemetry/log.ts'
import { type ClientAddress, PAGE } from './client-address.ts'

/** How long the list is cached: a change by another server takes effect here after that. */
const CACHED_MS = 2000
const READ_WITHIN_MS = 3000
/** Maximum number of addresses whose result is cached: a list may have a thousand networks. */
const MAX_CACHED = 10_000

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

interface Parts {
  db: Db
  databaseGuard: DatabaseGuard
  clock: Clock
  log: Log
}

/** Decides by the allow list from which addresses requests are accepted. */
export class SourceAddresses {
  readonly #parts: Parts
  #networks: readonly Network[] | null = null
  #text = 'null'
  #time = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  /** Number of changes: a result that was read before the last change is dropped. */
  #version = 0
  readonly #answers = new Map<string, boolean>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether requests of a client are accepted. A missing or invalid address is refused, also without a list. */
  admits(address: ClientAddress): boolean | Promise<boolean> {
    const { clock } = this.#parts
    if (clock.now().getTime() - this.#time < CACHED_MS) return this.#holds(address)
    return this.#renew().then(() => this.#holds(address))
  }

  /** Reloads the list, also after this process has changed it. */
  async read(): Promise<void> {
    const { db, clock } = this.#parts
    const version = this.#version
    const { networks } = await db.selectFrom('allow_list').select('networks').executeTakeFirstOrThrow()
    if (version !== this.#version) return
    this.#time = clock.now().getTime()
    const text = JSON.stringify(networks)
    if (text === this.#text) return
    this.#text = text
    this.#networks = networks && networks.map((network) => ipaddr.parseCIDR(network))
    this.#answers.clear()
  }

  /** Makes the next check read the list again. A server with event streams receives the changes of all servers. */
  invalidate(): void {
    this.#version++
    this.#time = Number.NEGATIVE_INFINITY
    this.#reading = undefined
  }

  /** Keeps the cached list while the database does not answer. */
  #renew(): Promise<void> {
    const { clock, databaseGuard, log } = this.#parts
    const read = () => withDeadline(clock, READ_WITHIN_MS, this.read())
    if (this.#reading) return this.#reading
    const reading = databaseGuard
      .guard(read)
      .catch((error: unknown) => log('error', 'cannot read the allow list', { error }))
      .finally(() => {
        if (this.#reading === reading) this.#reading = undefined
      })
    return (this.#reading = reading)
  }

  #holds(address: ClientAddress): boolean {
    if (address === PAGE) return true
    const known = this.#answers.get(address)
    if (known !== undefined) return known
    const admitted =
      ipaddr.isValid(address) && (this.#networks === null || isIn(ipaddr.process(address), this.#networks))
    if (this.#answers.size >= MAX_CACHED) this.#answers.clear()
    this.#answers.set(address, admitted)
    return admitted
  }
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]): boolean =>
  networks.some(([network, width]) => network.kind() === address.kind() && address.match(network, width))
