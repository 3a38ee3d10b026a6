import type { Clock } from '../../clock/clock.ts'
import type { InstanceSpec } from '../instances.ts'
import { bootText, interfacesText, minuteText, panicText, uptimeText } from './guest-text.ts'
import type { SerialPort } from './serial-port.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const ENTER = new Set([0x0a, 0x0d])
const ERASE = new Set([0x08, 0x7f])
const INTERRUPT = 0x03
const ESCAPE = 0x1b
const MOST_LINES = 5_000_000
const LINES_AT_ONCE = 4096
/** What is typed beyond this before Enter is not heard, as on a terminal. */
const MOST_LINE_BYTES = 4096

/** The operating system that a simulated machine pretends to run: what it writes and answers on its serial port. */
export class Guest {
  readonly #spec: InstanceSpec
  readonly #clock: Clock
  readonly #port: SerialPort
  readonly #onPanic: () => void
  #line: number[] = []
  #inEscape = false
  #user: string | null = null
  #bootedAt: Date
  #timers: (() => void)[] = []
  /** Counts interrupts, so that output under way can tell that it was meant. */
  #interrupts = 0
  /** A command is under way: what else is typed is not run. */
  #busy = false
  /** What is written while typed bytes are heard, to go out as one piece; null else. */
  #pending: Uint8Array[] | null = null

  constructor(spec: InstanceSpec, clock: Clock, port: SerialPort, onPanic: () => void) {
    this.#spec = spec
    this.#clock = clock
    this.#port = port
    this.#onPanic = onPanic
    this.#bootedAt = clock.now()
  }

  /** Writes the boot text, spread over so many milliseconds. The machine hears what is typed once it is `ready`. */
  boot(ms: number): void {
    const lines = bootText(this.#spec)
    this.#port.typed = null
    for (const [index, line] of lines.entries())
      this.#timers.push(this.#clock.after((ms * index) / lines.length, () => this.#write(`${line}\r\n`)))
  }

  ready(): void {
    this.#bootedAt = this.#clock.now()
    this.#user = null
    this.#line = []
    this.#busy = false
    this.#prompt()
    this.#port.typed = (bytes) => this.#hear(bytes)
    this.#timers = [this.#clock.every(60_000, () => this.#minute(this.#clock.now()))]
  }

  /** Stands where a machine would that has run all the time since, with what it would have written. */
  resume(bootedAt: Date): void {
    this.#write(`${bootText(this.#spec).join('\r\n')}\r\n`)
    this.ready()
    this.#bootedAt = bootedAt
    const now = this.#clock.now().getTime()
    // A day of lines is history enough.
    const first = Math.max(bootedAt.getTime(), now - 86_400_000) + 60_000
    for (let at = first; at <= now; at += 60_000) this.#minute(new Date(at))
  }

  halt(lastWords?: string): void {
    this.#interrupts++
    for (const cancel of this.#timers) cancel()
    this.#timers = []
    this.#port.typed = null
    if (lastWords) this.#write(`\r\n${lastWords}\r\n`)
  }

  #minute(at: Date): void {
    this.#write(`\r\n${minuteText(this.#spec, this.#bootedAt, at)}\r\n`)
    this.#prompt()
    this.#port.write(Uint8Array.from(this.#line))
  }

  #hear(bytes: Uint8Array): void {
    this.#pending = []
    for (const byte of bytes) {
      if (!this.#port.typed) break
      if (this.#inEscape) {
        // Arrow keys and the like end with a letter; this shell has no use for them.
        this.#inEscape = !((byte >= 0x40 && byte <= 0x7e && byte !== 0x5b) || byte === 0x7e)
      } else if (byte === ESCAPE) this.#inEscape = true
      else if (byte === INTERRUPT) {
        this.#interrupts++
        this.#busy = false
        this.#line = []
        this.#write('^C\r\n')
        this.#prompt()
      } else if (ENTER.has(byte)) this.#enter()
      else if (ERASE.has(byte)) this.#erase()
      else if (byte >= 0x20 && this.#line.length < MOST_LINE_BYTES) {
        this.#line.push(byte)
        this.#pending?.push(Uint8Array.of(byte))
      }
    }
    this.#flush()
    this.#pending = null
  }

  #flush(): void {
    const pieces = this.#pending?.splice(0) ?? []
    const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
    let at = 0
    for (const piece of pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    this.#port.write(whole)
  }

  #erase(): void {
    let byte = this.#line.pop()
    if (byte === undefined) return
    // Continuation bytes of UTF-8 belong to the character before them.
    while (byte !== undefined && (byte & 0xc0) === 0x80) byte = this.#line.pop()
    this.#write('\b \b')
  }

  #enter(): void {
    const line = decoder.decode(Uint8Array.from(this.#line)).trim()
    this.#line = []
    this.#write('\r\n')
    if (this.#busy) return
    const over = this.#user === null ? this.#logIn(line) : this.#run(line)
    if (over) this.#prompt()
  }

  #logIn(name: string): boolean {
    this.#user = name || null
    return true
  }

  #prompt(): void {
    const { hostname } = this.#spec
    this.#write(this.#user === null ? `${hostname} login: ` : `${this.#user}@${hostname}:~$ `)
  }

  /** Answers whether the command is over: one that goes on prompts by itself. */
  #run(line: string): boolean {
    const [command = '', ...rest] = line.split(/\s+/)
    const say = (text: string) => this.#write(`${text.replaceAll('\n', '\r\n')}\r\n`)
    if (command === 'help') say('help  uptime  ip a  hostname  whoami  echo  seq  clear  exit  panic')
    else if (command === 'uptime') say(uptimeText(this.#bootedAt, this.#clock.now()))
    else if (command === 'ip' && /^a(ddr(ess)?)?$/.test(rest[0] ?? '')) say(interfacesText(this.#spec))
    else if (command === 'hostname') say(this.#spec.hostname)
    else if (command === 'whoami') say(this.#user ?? '')
    else if (command === 'echo') say(rest.join(' '))
    else if (command === 'clear') this.#write('\x1b[2J\x1b[H')
    else if (command === 'exit') this.#user = null
    else if (command === 'seq') {
      void this.#count(Number(rest[0]))
      return false
    } else if (command === 'panic') {
      say(panicText)
      this.#flush()
      this.#onPanic()
      return false
    } else if (command) say(`${command}: command not found`)
    return true
  }

  /** Counts to a number, a line each, as fast as the readers of the port can take it. */
  async #count(to: number): Promise<void> {
    const before = this.#interrupts
    this.#busy = true
    const last = Math.min(Number.isSafeInteger(to) ? to : 0, MOST_LINES)
    for (let first = 1; first <= last && before === this.#interrupts; first += LINES_AT_ONCE) {
      const lines = Array.from({ length: Math.min(LINES_AT_ONCE, last - first + 1) }, (_, i) => `${first + i}\r\n`)
      this.#write(lines.join(''))
      await this.#port.roomForMore()
    }
    if (before !== this.#interrupts) return
    this.#busy = false
    this.#prompt()
  }

  #write(text: string): void {
    const bytes = encoder.encode(text)
    if (this.#pending) this.#pending.push(bytes)
    else this.#port.write(bytes)
  }
}
