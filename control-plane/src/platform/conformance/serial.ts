import { describe, expect } from 'vitest'
import { type Bed, onSite, rejects } from './bed.ts'
import { MiB, newId } from './declared.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'
import { logIn, Terminal } from './terminal.ts'

/** Lines of numbers have at least so many bytes, when there are many. */
const LINE_BYTES = 7
const OVER_ONE_MIB_LINES = 180_000
const COUNTED_LINES = 3000
const BLOCKED_MS = 100
const READERS = 32
const FLOODING_CLIENTS = 5
/** CPU time of the server in one turn of the event loop. */
const MAX_TURN_MS = 50

/** The last of the numbers, and the prompt behind it. */
const countedTo = ({ site }: Bed, last: number) =>
  new RegExp(`\r\n${last}\r\n.*${site.guest.prompt.replaceAll('$', '\\$')}`, 's')

/** Serial ports: history and streams. */
export function describeSerial(under: PlatformUnderTest): void {
  const test = onSite(under)
  const all = { fromStart: 0 }

  describe('the history', () => {
    test('begins with the first output and continues over stops and reboots', async (bed) => {
      const { spec } = await bed.machine()
      const { serial } = bed.platform.instances
      const terminal = await logIn(bed, spec.id)
      await bed.platform.instances.reboot(spec.id, newId())
      await bed.platform.instances.stop(spec.id)
      await bed.eventually(() => terminal.ended).toBeDefined()
      const stopped = await serial.history(spec.id, all)
      expect(stopped.bytes).toHaveLength(stopped.endOffset)
      expect(stopped.endOffset).toBeGreaterThanOrEqual(terminal.end)
      await bed.platform.instances.start(spec)
      const later = await serial.history(spec.id, all, stopped.endOffset)
      expect(later).toEqual(stopped)
    })

    test('is empty for a machine that never ran', async (bed) => {
      const nothing = { bytes: new Uint8Array(), endOffset: 0 }
      expect(await bed.platform.instances.serial.history(newId(), all)).toEqual(nothing)
      const { id } = await bed.machineSpec()
      expect(await bed.platform.instances.serial.history(id, { mostRecent: 100 })).toEqual(nothing)
    })

    test('is returned from an offset, or the last bytes of it, and not beyond a limit', async (bed) => {
      const { spec } = await bed.machine()
      await logIn(bed, spec.id)
      await bed.platform.instances.stop(spec.id)
      const { serial } = bed.platform.instances
      const { bytes, endOffset } = await serial.history(spec.id, all)
      expect(await serial.history(spec.id, { fromStart: 10 }, 20)).toEqual({
        bytes: bytes.slice(10, 30),
        endOffset: 30,
      })
      expect(await serial.history(spec.id, { mostRecent: 7 })).toEqual({ bytes: bytes.slice(-7), endOffset })
      expect(await serial.history(spec.id, { mostRecent: 7 }, 3)).toEqual({
        bytes: bytes.slice(-7, -4),
        endOffset: endOffset - 4,
      })
      expect(await serial.history(spec.id, { mostRecent: 10 * MiB })).toEqual({ bytes, endOffset })
      const beyond = await serial.history(spec.id, { fromStart: endOffset + 1000 })
      expect(beyond).toEqual({ bytes: new Uint8Array(), endOffset })
    })

    test('keeps the last mebibyte; an older offset starts at the oldest byte kept', async (bed) => {
      const { spec } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      await terminal.type(bed.site.guest.count(OVER_ONE_MIB_LINES))
      await bed.eventually(() => terminal.text).toMatch(countedTo(bed, OVER_ONE_MIB_LINES))
      const kept = await bed.platform.instances.serial.history(spec.id, all)
      expect(kept.bytes).toHaveLength(MiB)
      expect(kept.endOffset).toBe(terminal.end)
      expect(terminal).toMatchObject({ gaps: 0, ended: undefined })
      const late = await Terminal.open(bed, spec.id, { fromStart: 1 })
      await bed.eventually(() => late.end).toBe(kept.endOffset)
      expect(late.length).toBe(MiB)
    })
  })

  describe('a stream', () => {
    test('has each byte once, also of what comes while the server computes and reads nothing', async (bed) => {
      const { spec } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      await terminal.type(bed.site.guest.count(COUNTED_LINES))
      while (!countedTo(bed, COUNTED_LINES).test(terminal.text)) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS)
        await new Promise((resolve) => setTimeout(resolve))
      }
      const { bytes } = await bed.platform.instances.serial.history(spec.id, all)
      const lines = Array.from({ length: COUNTED_LINES }, (_, at) => `${at + 1}\r\n`)
      expect(new TextDecoder().decode(bytes)).toContain(lines.join(''))
    })

    test('begins with the history and continues with what the machine writes', async (bed) => {
      const { spec } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      const other = await Terminal.open(bed, spec.id, { mostRecent: 4 })
      await terminal.type(bed.site.guest.echo('over-and-out'))
      // The prompt is the last that the guest writes.
      const ending = new RegExp(`\nover-and-out\r\n.*${bed.site.guest.prompt.replaceAll('$', '\\$')}$`, 's')
      await bed.eventually(() => other.text).toMatch(ending)
      await bed.eventually(() => [other.end, other.gaps]).toEqual([terminal.end, 0])
      const { bytes } = await bed.platform.instances.serial.history(spec.id, all)
      expect(new TextDecoder().decode(bytes.slice(-other.length))).toBe(other.text)
    })

    test(`reaches each of ${READERS} readers whole`, async (bed) => {
      const { spec } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      const readers = await Promise.all(Array.from({ length: READERS }, () => Terminal.open(bed, spec.id, all)))
      await terminal.type(bed.site.guest.echo('to-all-of-you'))
      for (const reader of readers) {
        await bed.eventually(() => reader.text).toContain('\nto-all-of-you\r\n')
        await bed.eventually(() => [reader.end, reader.length, reader.gaps]).toEqual([terminal.end, terminal.end, 0])
      }
    })

    test('survives a reboot by request and one by the guest', async (bed) => {
      const { spec } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      await bed.platform.instances.reboot(spec.id, newId())
      const before = terminal.end
      await bed.eventually(() => terminal.text.endsWith(bed.site.guest.loginPrompt)).toBe(true)
      await terminal.type(bed.site.guest.logIn)
      await bed.eventually(() => terminal.text.endsWith(bed.site.guest.prompt)).toBe(true)
      await terminal.type(bed.site.guest.reboot)
      await bed.event('instance-rebooted', spec.id)
      await bed.eventually(() => terminal.text.endsWith(bed.site.guest.loginPrompt)).toBe(true)
      expect(terminal).toMatchObject({ gaps: 0, ended: undefined })
      expect(terminal.end).toBeGreaterThan(before)
    })

    test('ends when the machine stops, by request or by its guest', async (bed) => {
      const { spec } = await bed.machine()
      const first = await logIn(bed, spec.id)
      await bed.platform.instances.stop(spec.id)
      await bed.eventually(() => first.ended).toBe('closed')
      await rejects(bed.platform.instances.serial.open(spec.id, all), 'gone')
      const { endOffset } = await bed.platform.instances.serial.history(spec.id, { mostRecent: 0 })
      await bed.platform.instances.start(spec)
      const second = await logIn(bed, spec.id, { fromStart: endOffset })
      await second.type(bed.site.guest.powerOff)
      await bed.eventually(() => second.ended).toBe('closed')
    })

    test('fails with gone when the machine crashes or is released', async (bed) => {
      const [one, other] = [await bed.machine(), await bed.machine()]
      const terminals = [await Terminal.open(bed, one.spec.id, all), await Terminal.open(bed, other.spec.id, all)]
      await bed.site.controls.crashMachine(one.spec.id)
      await bed.platform.instances.release(other.spec.id)
      for (const terminal of terminals) await bed.eventually(() => terminal.ended).toBe('gone')
    })

    test('ends for the client that closes it, and for no other', async (bed) => {
      const { spec } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      const other = await Terminal.open(bed, spec.id, all)
      other.stream.close()
      other.stream.close()
      await bed.eventually(() => other.ended).toBe('closed')
      await terminal.type(bed.site.guest.echo('still-here'))
      await bed.eventually(() => terminal.text).toContain('\nstill-here\r\n')
    })

    test('of a client that reads nothing fails with transient, and the others go on', async (bed) => {
      const { spec } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      const unread = await bed.platform.instances.serial.open(spec.id, all)
      const lines = Math.ceil(under.unreadBytes / LINE_BYTES)
      await terminal.type(bed.site.guest.count(lines))
      await bed.eventually(() => terminal.text).toContain(`\r\n${lines}\r\n`)
      expect(terminal).toMatchObject({ gaps: 0, ended: undefined })
      const late = new Terminal(unread)
      await bed.eventually(() => late.ended).toBe('transient')
    })

    test('passes a flood of output to several clients, and takes one of input from them, in short turns', async (bed) => {
      const { spec } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      const others = await Promise.all(
        Array.from({ length: FLOODING_CLIENTS - 1 }, () => Terminal.open(bed, spec.id, { mostRecent: 0 })),
      )
      const count = async (last: number) => {
        await terminal.type(bed.site.guest.count(last))
        await bed.eventually(() => terminal.text).toMatch(countedTo(bed, last))
      }
      const enters = new Uint8Array(under.floodBytes).fill(0x0d)
      // Compiles what the floods run.
      await count(1000)
      await terminal.stream.write(enters.subarray(0, 100))
      expect(await under.largestTurn(() => count(OVER_ONE_MIB_LINES))).toBeLessThan(MAX_TURN_MS)
      const flood = () => Promise.all([terminal, ...others].map(({ stream }) => stream.write(enters)))
      expect(await under.largestTurn(flood)).toBeLessThan(MAX_TURN_MS)
      expect(terminal).toMatchObject({ gaps: 0, ended: undefined })
    })

    test('takes input for a machine that has stopped and drops it', async (bed) => {
      const { spec } = await bed.machine()
      const terminal = await logIn(bed, spec.id)
      await bed.platform.instances.stop(spec.id)
      const { endOffset } = await bed.platform.instances.serial.history(spec.id, all)
      await terminal.type('hello')
      expect(await bed.platform.instances.serial.history(spec.id, all)).toMatchObject({ endOffset })
    })
  })
}
