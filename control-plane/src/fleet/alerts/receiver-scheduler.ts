/** Largest number of concurrent requests. */
const MAX_RUNNING = 16
/** Concurrent requests to one prompt receiver. */
const MAX_PER_PROMPT = 4
/** Concurrent requests to all other receivers, each of which gets one. The rest is reserved for prompt ones. */
const MAX_TO_OTHERS = 12

/**
 * Chooses the next receiver to send to: the one with the fewest running requests, and of those the one served longest
 * ago. A receiver that does not answer does not block others.
 */
export class ReceiverScheduler {
  /** The one served longest ago first. */
  readonly #waiting = new Set<string>()
  readonly #running: string[] = []
  /** Receivers that answered their last request promptly. */
  readonly #prompt = new Set<string>()

  /** Adds receivers with deliveries that are due. */
  add(receivers: readonly string[]): void {
    for (const receiver of receivers) this.#waiting.add(receiver)
  }

  /** Removes a receiver that has no due deliveries or is paused. */
  remove(receiver: string): void {
    this.#waiting.delete(receiver)
  }

  next(): string | undefined {
    if (this.#running.length >= MAX_RUNNING) return undefined
    const others = this.#running.filter((receiver) => !this.#prompt.has(receiver)).length
    let best: { receiver: string; running: number } | undefined
    for (const receiver of this.#waiting) {
      const isPrompt = this.#prompt.has(receiver)
      const running = this.#running.filter((other) => other === receiver).length
      const mayRun = isPrompt ? running < MAX_PER_PROMPT : running === 0 && others < MAX_TO_OTHERS
      if (mayRun && (!best || running < best.running)) best = { receiver, running }
    }
    return best?.receiver
  }

  start(receiver: string): void {
    this.#running.push(receiver)
    this.#waiting.delete(receiver)
    this.#waiting.add(receiver)
  }

  end(receiver: string, wasPrompt: boolean): void {
    this.#running.splice(this.#running.indexOf(receiver), 1)
    if (wasPrompt) this.#prompt.add(receiver)
    else this.#prompt.delete(receiver)
  }
}
