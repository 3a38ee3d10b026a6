import type { ChangeEvent } from '@skerry/contract/rules/change-events.ts'

export interface StreamEvent {
  id: string
  name: 'changes' | 'resync' | 'start'
  changes: ChangeEvent[]
}

/** Reads server-sent events of an answer, one at a time. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ''

  constructor(answer: Response) {
    if (!answer.body) throw new Error(`no stream: ${answer.status}`)
    this.#reader = answer.body.getReader()
  }

  /** Undefined once the server has ended the stream. */
  async next(): Promise<StreamEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        const id = field('id')
        if (id === undefined) continue
        const name = (field('event') ?? 'start') as StreamEvent['name']
        return { id, name, changes: JSON.parse(field('data') ?? '{}').changes ?? [] }
      }
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#text += this.#decoder.decode(value, { stream: true })
    }
  }

  /** Reads until a change is found. Returns all events until then. */
  async until(isIt: (change: ChangeEvent) => boolean): Promise<StreamEvent[]> {
    const events: StreamEvent[] = []
    for (let event = await this.next(); event; event = await this.next()) {
      events.push(event)
      if (event.changes.some(isIt)) return events
    }
    throw new Error(`the stream ended after ${JSON.stringify(events)}`)
  }

  async ended(): Promise<void> {
    while (await this.next());
  }

  close(): Promise<void> {
    return this.#reader.cancel()
  }
}
