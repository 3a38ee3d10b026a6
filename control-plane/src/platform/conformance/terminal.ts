import { randomUUID } from 'node:crypto'
import { assert } from 'vitest'
import type { SerialPosition, SerialStream } from '../interface/instances.ts'
import type { Bed } from './bed.ts'

const encoder = new TextEncoder()
/** Maximum length of the text that is kept. */
const KEPT = 8_000

/** A command that writes a text. The terminal echoes what is typed: the text is whole only in the output. */
const echo = (text: string): string => `echo "${text.slice(0, 8)}""${text.slice(8)}"`

/** A client of a serial port that reads all of its output. */
export class Terminal {
  readonly stream: SerialStream
  /** The end of the output. */
  text = ''
  /** Bytes read. */
  length = 0
  /** Offset after the last byte read. */
  end = -1
  /** Chunks that did not follow the one before. */
  gaps = 0
  /** How the output ended: `closed`, or the kind of its error. */
  ended: string | undefined

  constructor(stream: SerialStream) {
    this.stream = stream
    this.#read().then(
      () => (this.ended = 'closed'),
      (error: { kind: string }) => (this.ended = error.kind),
    )
  }

  static async open(bed: Bed, instanceId: string, position: SerialPosition): Promise<Terminal> {
    return new Terminal(await bed.platform.instances.serial.open(instanceId, position))
  }

  type(text: string): Promise<void> {
    return this.stream.write(encoder.encode(text))
  }

  /**
   * Runs a command in the guest's shell, and returns what it wrote.
   * @param command what writes less than the terminal keeps
   */
  async run(bed: Bed, command: string): Promise<string> {
    const [begin, end] = [randomUUID(), randomUUID()]
    await this.type(`${echo(begin)}; ${command}; ${echo(end)}\r`)
    // By marks, not by the length of the text before: of a text that is full, nothing follows its length.
    const after = (mark: string): number => this.text.lastIndexOf(`${mark}\r\n`)
    await bed.eventually(() => after(end)).toBeGreaterThan(0)
    assert(after(begin) > -1, 'The command wrote more than the terminal keeps')
    return this.text.slice(after(begin), after(end)).split('\r\n').slice(1).join('\n')
  }

  async #read(): Promise<void> {
    const letters = new TextDecoder()
    for await (const { offset, bytes } of this.stream.output) {
      if (this.end >= 0 && offset !== this.end) this.gaps++
      this.end = offset + bytes.length
      this.length += bytes.length
      this.text = (this.text + letters.decode(bytes, { stream: true })).slice(-KEPT)
    }
  }
}

/**
 * Waits for the login prompt of a machine that boots, and logs in.
 * @param from where the output of this boot begins: a guest that does not listen yet misses what is typed
 */
export async function logIn(bed: Bed, instanceId: string, from: SerialPosition = { fromStart: 0 }): Promise<Terminal> {
  const { loginPrompt, logIn: name, prompt } = bed.site.guest
  const terminal = await Terminal.open(bed, instanceId, from)
  await bed.eventually(() => terminal.text).toContain(loginPrompt)
  await terminal.type(name)
  await bed.eventually(() => terminal.text).toContain(prompt)
  return terminal
}
