import pg from 'pg'
import { type Clock, systemClock } from '../../clock/clock.ts'
import { type ChangeListener, CHANGES_CHANNEL, type ChangeSource } from '../../kernel/changes/change-source.ts'

const RETRY_MS = 1000
/** Interval of checks that detect a connection that was lost without an error. */
const CHECK_MS = 30_000
const ANSWER_MS = 10_000

/** Listens on a connection of its own. The database's URL must not lead through a pooler of transactions. */
export class DatabaseChanges implements ChangeSource {
  readonly #url: string
  readonly #clock: Clock
  #client: pg.Client | undefined
  #cancel: (() => void) | undefined
  #closed = false

  constructor(url: string, clock: Clock = systemClock) {
    this.#url = url
    this.#clock = clock
  }

  listen(listener: ChangeListener): Promise<void> {
    return this.#connect(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancel?.()
    this.#drop()
  }

  async #connect(listener: ChangeListener): Promise<void> {
    if (this.#closed) return
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'skerry changes',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    this.#client = client
    const lost = (error: unknown) => {
      if (this.#client !== client) return
      this.#drop()
      if (this.#closed) return
      listener.lost(error)
      this.#after(RETRY_MS, () => void this.#connect(listener))
    }
    client.on('error', lost)
    client.on('end', () => lost(new Error('The database closed the connection')))
    client.on('notification', ({ payload = '' }) => listener.changed(payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANGES_CHANNEL}`)
      if (this.#client !== client) return
      listener.listening()
      this.#check(client, lost)
    } catch (error) {
      lost(error)
    }
  }

  #check(client: pg.Client, lost: (error: unknown) => void): void {
    this.#after(CHECK_MS, () => {
      client.query('select 1').then(() => this.#client === client && this.#check(client, lost), lost)
    })
  }

  #after(ms: number, work: () => void): void {
    if (!this.#closed) this.#cancel = this.#clock.after(ms, work)
  }

  /** Closes the socket without waiting for the database. */
  #drop(): void {
    const client = this.#client
    this.#client = undefined
    this.#cancel?.()
    if (client) (client as unknown as { connection: pg.Connection }).connection.stream.destroy()
  }
}
