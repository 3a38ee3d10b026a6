import type { Clock } from '../../clock/clock.ts'
import { MINUTE_MS } from '../../clock/durations.ts'
import { yieldToEventLoop } from '../../clock/yield-to-event-loop.ts'
import type { InstanceSpec } from '../interface/instances.ts'
import { bootText, countingLines, interfacesText, minuteText, panicText, uptimeText } from './guest-text.ts'
import type { SimulatedSerialPort } from './serial-port.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const ENTER_KEYS = new Set([0x0a, 0x0d])
const ERASE = new Set([0x08, 0x7f])
const INTERRUPT = 0x03
const ESCAPE = 0x1b
const MAX_COUNTED_LINES = 5_000_000
const LINES_PER_CHUNK = 4096
/** About two milliseconds. */
const LINES_PER_TURN = 4 * LINES_PER_CHUNK
/** Longer input before Enter is ignored, as on a terminal. */
const MAX_LINE_BYTES = 4096
/** It is in each prompt. */
const MAX_USER_LENGTH = 32
/** Input, and output in response to it, of one turn of the event loop: about a millisecond. */
const INPUT_BYTES_PER_TURN = 1024
const OUTPUT_BYTES_PER_TURN = 64 * 1024
/** Maximum age of the output that is generated for a machine that was not read meanwhile. */
const HISTORY_MS = 3_600_000

/** Effects of a guest on its machine. */
interface GuestEffects {
  panic(): void
  reboot(): void
  powerOff(): void
}

/** The simulated operating system of a machine: its output and its shell on the serial port. */
export class Guest {
  readonly #spec: InstanceSpec
  readonly #clock: Clock
  readonly #port: SimulatedSerialPort
  readonly #effects: GuestEffects
  #line: number[] = []
  #inEscape = false
  #user: string | null = null
  #bootedAt: Date
  /** When the next line is due, in milliseconds; null while stopped. */
  #nextMinute: number | null = null
  /** It booted before this process started, and its boot text is not written yet. */
  #resumed = false
  #timers: (() => void)[] = []
  /** Counts interrupts: running output stops when it changes. */
  #interrupts = 0
  /** A command is running: other commands are ignored. */
  #busy = false
  /** Buffers the response to input, which is written as one chunk; null while no input is processed. */
  #pending: Uint8Array[] | null = null
  #pendingBytes = 0
  /** Ends when the input so far is processed. */
  #input = Promise.resolve()

  constructor(spec: InstanceSpec, clock: Clock, port: SimulatedSerialPort, effects: GuestEffects) {
    this.#spec = spec
    this.#clock = clock
    this.#port = port
    this.#effects = effects
    this.#bootedAt = clock.now()
    port.onBeforeRead = () => this.#catchUp()
    port.onFirstReader = () => this.#keepTime()
  }

  /** Writes the boot text over `ms` milliseconds. The machine accepts input once it is `ready`. */
  boot(ms: number): void {
    const lines = bootText(this.#spec)
    this.#port.onInput = null
    for (const [index, line] of lines.entries())
      this.#timers.push(this.#clock.after((ms * index) / lines.length, () => this.#write(`${line}\r\n`)))
  }

  ready(): void {
    this.#runFrom(this.#clock.now())
    this.#prompt()
  }

  /** Continues a machine that has run since `bootedAt`. Its earlier output is generated on the first read. */
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
    const receive = (bytes: Uint8Array) =>
      (this.#input = this.#input.then(() => this.#receive(bytes, () => this.#port.onInput === receive)))
    this.#port.onInput = receive
    this.#keepTime()
  }

  halt(message?: string): void {
    this.#catchUp()
    this.#nextMinute = null
    this.#interrupts++
    this.#cancelTimers()
    this.#port.onInput = null
    if (message) this.#write(`\r\n${message}\r\n`)
  }

  /** Stops this process's timers for the machine. */
  close(): void {
    this.#nextMinute = null
    this.#interrupts++
    this.#cancelTimers()
  }

  #cancelTimers(): void {
    for (const cancel of this.#timers) cancel()
    this.#timers = []
  }

  /** Writes each line when it is due while the port has readers. Without readers there is no timer. */
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

  /** Writes the lines that are due by now. */
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

  /** @param listens whether the machine still takes input, in the run that the bytes came to */
  async #receive(bytes: Uint8Array, listens: () => boolean): Promise<void> {
    for (let at = 0; at < bytes.length && listens();) {
      if (at > 0) {
        await this.#port.roomForMore()
        await yieldToEventLoop()
      }
      at = this.#respond(bytes, at, listens)
    }
  }

  /** Responds to input for one turn, in one chunk. Returns the offset of what is left. */
  #respond(bytes: Uint8Array, from: number, listens: () => boolean): number {
    if (!listens()) return bytes.length
    this.#catchUp()
    this.#pending = []
    this.#pendingBytes = 0
    const end = Math.min(bytes.length, from + INPUT_BYTES_PER_TURN)
    let at = from
    for (; at < end && listens() && this.#pendingBytes < OUTPUT_BYTES_PER_TURN; at++) this.#receiveByte(bytes[at]!)
    this.#flush()
    this.#pending = null
    return at
  }

  #receiveByte(byte: number): void {
    if (this.#inEscape) {
      // Escape sequences, such as arrow keys, are ignored up to their final letter.
      this.#inEscape = !((byte >= 0x40 && byte <= 0x7e && byte !== 0x5b) || byte === 0x7e)
    } else if (byte === ESCAPE) this.#inEscape = true
    else if (byte === INTERRUPT) {
      this.#interrupts++
      this.#busy = false
      this.#line = []
      this.#write('^C\r\n')
      this.#prompt()
    } else if (ENTER_KEYS.has(byte)) this.#enter()
    else if (ERASE.has(byte)) this.#erase()
    else if (byte >= 0x20 && this.#line.length < MAX_LINE_BYTES) {
      this.#line.push(byte)
      this.#writeBytes(Uint8Array.of(byte))
    }
  }

  #flush(): void {
    const chunks = this.#pending?.splice(0) ?? []
    const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
    let at = 0
    for (const chunk of chunks) {
      joined.set(chunk, at)
      at += chunk.length
    }
    this.#port.write(joined)
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
    const finished = this.#user === null ? this.#logIn(line) : this.#run(line)
    if (finished) this.#prompt()
  }

  #logIn(name: string): boolean {
    this.#user = name.slice(0, MAX_USER_LENGTH) || null
    return true
  }

  #prompt(): void {
    const { hostname } = this.#spec
    this.#write(this.#user === null ? `${hostname} login: ` : `${this.#user}@${hostname}:~$ `)
  }

  /** Returns whether the command is finished. One that continues writes its prompt itself. */
  #run(line: string): boolean {
    const [command = '', ...rest] = line.split(/\s+/)
    const print = (text: string) => this.#write(`${text.replaceAll('\n', '\r\n')}\r\n`)
    if (command === 'help')
      print('help  uptime  ip a  hostname  whoami  echo  seq  clear  exit  reboot  poweroff  panic')
    else if (command === 'uptime') print(uptimeText(this.#bootedAt, this.#clock.now()))
    else if (command === 'ip' && /^a(ddr(ess)?)?$/.test(rest[0] ?? '')) print(interfacesText(this.#spec))
    else if (command === 'hostname') print(this.#spec.hostname)
    else if (command === 'whoami') print(this.#user ?? '')
    else if (command === 'echo') print(rest.join(' '))
    else if (command === 'clear') this.#write('\x1b[2J\x1b[H')
    else if (command === 'exit') this.#user = null
    else if (command === 'seq') {
      void this.#count(Number(rest[0]))
      return false
    } else if (command === 'panic') {
      print(panicText)
      this.#flush()
      this.#effects.panic()
      return false
    } else if (command === 'reboot') {
      this.#flush()
      this.#effects.reboot()
      return false
    } else if (command === 'poweroff') {
      this.#flush()
      this.#effects.powerOff()
      return false
    } else if (command) print(`${command}: command not found`)
    return true
  }

  /** Writes the numbers up to `to`, one per line, as fast as the port's readers accept them. */
  async #count(to: number): Promise<void> {
    const before = this.#interrupts
    this.#busy = true
    const last = Math.min(Number.isSafeInteger(to) ? to : 0, MAX_COUNTED_LINES)
    for (let first = 1; first <= last; first += LINES_PER_CHUNK) {
      if (first > 1 && (first - 1) % LINES_PER_TURN === 0) await yieldToEventLoop()
      await this.#port.roomForMore()
      if (before !== this.#interrupts) return
      this.#writeBytes(countingLines(first, Math.min(first + LINES_PER_CHUNK - 1, last)))
    }
    this.#busy = false
    this.#prompt()
  }

  #write(text: string): void {
    this.#writeBytes(encoder.encode(text))
  }

  #writeBytes(bytes: Uint8Array): void {
    if (!this.#pending) return this.#port.write(bytes)
    this.#pending.push(bytes)
    this.#pendingBytes += bytes.length
  }
}
