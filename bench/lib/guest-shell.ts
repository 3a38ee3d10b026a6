/** A guest's serial port, with the shell of tiny-linux on it. One caller at a time waits for its output. */
export class GuestShell {
  readonly #type: (text: string) => void
  #received = ''
  #ended: Error | undefined
  #changed = () => {}
  #commands = 0

  /** @param type sends text to the guest */
  constructor(type: (text: string) => void) {
    this.#type = type
  }

  receive(bytes: Buffer): void {
    this.#received += bytes.toString('latin1')
    this.#changed()
  }

  /** Nothing more will be received: who waits fails. */
  end(why: string): void {
    this.#ended ??= new Error(`${why} after: ${this.#received.slice(-500)}`)
    this.#changed()
  }

  async logIn(): Promise<void> {
    await this.until(/login: /)
    this.#type('ann\r')
    await this.until(/:~\$ /)
  }

  /** Runs a command that must succeed. @returns the time in ms that it took */
  async run(command: string): Promise<number> {
    const mark = `mark-${++this.#commands}-`
    const began = performance.now()
    // In two parts, since the terminal echoes what is typed.
    this.#type(`${command}; echo ${mark.slice(0, 3)}""${mark.slice(3)}$?-\r`)
    const [, status] = await this.until(new RegExp(`${mark}(\\d+)-`))
    if (status !== '0') throw new Error(`${command} ended with ${status}: ${this.#received.slice(-500)}`)
    return performance.now() - began
  }

  /** Resolves once the guest has written what matches. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#received)
      if (match) return match
      if (this.#ended) throw this.#ended
      await new Promise<void>((resolve) => (this.#changed = resolve))
    }
  }
}
