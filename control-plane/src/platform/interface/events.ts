import { eventSubject } from './event-subject.ts'
import type { EventListener, PlatformEvent } from './platform.ts'

interface Subscriber {
  listener: EventListener
  /** The last event that was passed of each subject, until it is stored. */
  tails: Map<string, Promise<void>>
}

/** Passes events to their listeners, those of one subject in their order. */
export class Events {
  readonly #subscribers = new Set<Subscriber>()
  /** Events that no listener has stored yet, oldest first, with what to do once one has. */
  readonly #unstored = new Map<PlatformEvent, () => void>()

  subscribe(listener: EventListener): () => void {
    const subscriber: Subscriber = { listener, tails: new Map() }
    this.#subscribers.add(subscriber)
    for (const event of this.#unstored.keys()) this.#pass(event, subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  emit(event: PlatformEvent, onStored: () => void = () => {}): void {
    this.#unstored.set(event, onStored)
    for (const subscriber of this.#subscribers) this.#pass(event, subscriber)
  }

  close(): void {
    this.#subscribers.clear()
  }

  /** Passes an event once the earlier ones of its subject are stored, and never after one that the listener refused. */
  #pass(event: PlatformEvent, subscriber: Subscriber): void {
    const subject = eventSubject(event)
    const earlier = subscriber.tails.get(subject)
    const pass = async () => {
      if (!this.#subscribers.has(subscriber)) throw new Error('Unsubscribed')
      await subscriber.listener(event)
    }
    const stored = earlier ? earlier.then(pass) : pass()
    subscriber.tails.set(subject, stored)
    const forget = () => {
      const onStored = this.#unstored.get(event)
      this.#unstored.delete(event)
      if (subscriber.tails.get(subject) === stored) subscriber.tails.delete(subject)
      onStored?.()
    }
    stored.then(forget, () => {})
  }
}
