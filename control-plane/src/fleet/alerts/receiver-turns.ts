/** Requests that are sent at once. */
const AT_ONCE = 16
/** Of them to a receiver that answers promptly. */
const TO_A_PROMPT_ONE = 4
/** Of them to all others together, which have one each: the rest is left to receivers that answer. */
const TO_OTHERS = 12

/**
 * Says which receiver is sent to next: the one with the fewest requests running, and of those the one whose last turn is
 * the longest ago. One that does not answer holds up no other.
 */
export class ReceiverTurns {
  /** In the order of their last turns. */
  readonly #waiting = new Set<string>()
  readonly #running: string[] = []
  /** Receivers that answered promptly when they were last sent to. */
  readonly #prompt = new Set<string>()

  /** Notes receivers for which something waits. */
  add(receivers: readonly string[]): void {
    for (const receiver of receivers) this.#waiting.add(receiver)
  }

  /** Nothing waits for it, or it is left alone for now. */
  remove(receiver: string): void {
    this.#waiting.delete(receiver)
  }

  next(): string | undefined {
    if (this.#running.length >= AT_ONCE) return undefined
    const others = this.#running.filter((receiver) => !this.#prompt.has(receiver)).length
    let best: { receiver: string; running: number } | undefined
    for (const receiver of this.#waiting) {
      const isPrompt = this.#prompt.has(receiver)
      const running = this.#running.filter((other) => other === receiver).length
      const mayRun = isPrompt ? running < TO_A_PROMPT_ONE : running === 0 && others < TO_OTHERS
      if (mayRun && (!best || running < best.running)) best = { receiver, running }
    }
    return best?.receiver
  }

  begin(receiver: string): void {
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
