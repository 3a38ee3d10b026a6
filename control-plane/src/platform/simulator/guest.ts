import type { Clock } from '../../clock/clock.ts'
import type { InstanceSpec } from '../instances.ts'
import { bootText, countingLines, interfacesText, minuteText, panicText, uptimeText } from './guest-text.ts'
import type { SerialPort } from './serial-port.ts'
import { MINUTE_MS } from '../../clock/durations.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const ENTER = new Set([0x0a, 0x0d])
const ERASE = new Set([0x08, 0x7f])
const INTERRUPT = 0x03
const ESCAPE = 0x1b
const MOST_LINES = 5_000_000
const LINES_AT_ONCE = 4096
/** What is typed beyond this before Enter is ignored, as on a terminal. */
const MOST_LINE_BYTES = 4096
/** Lines of this long are history enough for a machine whose port nobody has read. */
const HISTORY_MS = 3_600_000

/** What a guest does to its machine. */
interface GuestEffects {
  panic(): void
  reboot(): void
}

/** The operating system that a simulated machine pretends to run: what it writes and answers on its serial port. */
export class Guest {
  readonly #spec: InstanceSpec
  readonly #clock: Clock
  readonly #port: SerialPort
  readonly #effects: GuestEffects
  #line: number[] = []
  #inEscape = false
  #user: string | null = null
  #bootedAt: Date
  /** When the next line is due, in milliseconds; null while nothing runs. */
  #nextMinute: number | null = null
  /** It ran before this process did, and its boot text is not written yet. */
  #resumed = false
  #timers: (() => void)[] = []
  /** Counts interrupts, so that output under way can tell that it was meant. */
  #interrupts = 0
  /** A command is under way: what else is typed is not run. */
  #busy = false
  /** What is written in answer to typed bytes, to go out as one piece; null otherwise. */
  #pending: Uint8Array[] | null = null

  constructor(spec: InstanceSpec, clock: Clock, port: SerialPort, effects: GuestEffects) {
    this.#spec = spec
    this.#clock = clock
    this.#port = port
    this.#effects = effects
    this.#bootedAt = clock.now()
    port.beforeReading = () => this.#catchUp()
    port.onFirstReader = () => this.#keepTime()
  }

  /** Writes the boot text, spread over so many milliseconds. The machine takes typed bytes once it is `ready`. */
  boot(ms: number): void {
    const lines = bootText(this.#spec)
    this.#port.typed = null
    for (const [index, line] of lines.entries())
      this.#timers.push(this.#clock.after((ms * index) / lines.length, () => this.#write(`${line}\r\n`)))
  }

  ready(): void {
    this.#runFrom(this.#clock.now())
    this.#prompt()
  }

  /** Goes on as a machine that has run since then. What it would have written is written when somebody reads. */
  resume(bootedAt: Date): void {
    this.#resumed = true
    this.#runFrom(bootedAt)
  }

  #runFrom(bootedAt: Date): void {
    this.#cancelTimers()
    this.#bootedAt = bootedAt
    this.#nextMinute = bootedAt.getTime() + MINUTE_MS
    this.#user = null
    this.#line = []
    this.#busy = false
    this.#port.typed = (bytes) => this.#receive(bytes)
    this.#keepTime()
  }

  halt(lastWords?: string): void {
    this.#catchUp()
    this.#nextMinute = null
    this.#interrupts++
    this.#cancelTimers()
    this.#port.typed = null
    if (lastWords) this.#write(`\r\n${lastWords}\r\n`)
  }

  /** Stops what this process does for a machine that goes on without it. */
  close(): void {
    this.#nextMinute = null
    this.#interrupts++
    this.#cancelTimers()
  }

  #cancelTimers(): void {
    for (const cancel of this.#timers) cancel()
    this.#timers = []
  }

  /** Writes each line when it is due while somebody reads. A machine that nobody reads has no timer. */
  #keepTime(): void {
    if (this.#nextMinute === null || !this.#port.isRead) return
    this.#cancelTimers()
    const wait = this.#nextMinute - this.#clock.now().getTime()
    this.#timers = [
      this.#clock.after(wait, () => {
        this.#catchUp()
        this.#keepTime()
      }),
    ]
  }

  /** Writes what is due by now and was left until somebody reads it. */
  #catchUp(): void {
    if (this.#nextMinute === null) return
    if (this.#resumed) {
      this.#resumed = false
      this.#write(`${bootText(this.#spec).join('\r\n')}\r\n`)
      this.#prompt()
    }
    const now = this.#clock.now().getTime()
    const skipped = Math.floor((now - HISTORY_MS - this.#nextMinute) / MINUTE_MS)
    let next = this.#nextMinute + Math.max(0, skipped) * MINUTE_MS
    for (; next <= now; next += MINUTE_MS) this.#minute(new Date(next))
    this.#nextMinute = next
  }

  #minute(at: Date): void {
    this.#write(`\r\n${minuteText(this.#spec, this.#bootedAt, at)}\r\n`)
    this.#prompt()
    this.#port.write(Uint8Array.from(this.#line))
  }

  #receive(bytes: Uint8Array): void {
    this.#catchUp()
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
    if (command === 'help') say('help  uptime  ip a  hostname  whoami  echo  seq  clear  exit  reboot  panic')
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
      this.#effects.panic()
      return false
    } else if (command === 'reboot') {
      this.#flush()
      this.#effects.reboot()
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
      this.#writeBytes(countingLines(first, Math.min(first + LINES_AT_ONCE - 1, last)))
      await this.#port.roomForMore()
    }
    if (before !== this.#interrupts) return
    this.#busy = false
    this.#prompt()
  }

  #write(text: string): void {
    this.#writeBytes(encoder.encode(text))
  }

  #writeBytes(bytes: Uint8Array): void {
    if (this.#pending) this.#pending.push(bytes)
    else this.#port.write(bytes)
  }
}
