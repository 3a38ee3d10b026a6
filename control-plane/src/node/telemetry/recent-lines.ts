const MAX_LINES = 5_000
const MAX_CHARACTERS = 2 * 2 ** 20

/** The last lines of a log, a few MiB of them. */
export class RecentLines {
  #lines: string[] = []
  #characters = 0

  add(line: string): void {
    this.#lines.push(line)
    this.#characters += line.length
    // Drops half of the lines at once, which keeps moves rare.
    if (this.#lines.length <= MAX_LINES && this.#characters <= MAX_CHARACTERS) return
    this.#lines = this.#lines.slice(Math.ceil(this.#lines.length / 2))
    this.#characters = this.#lines.reduce((sum, { length }) => sum + length, 0)
  }

  all(): readonly string[] {
    return this.#lines
  }
}
