import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { RETAINED_BYTES } from '../../base/growing-log.ts'
import { SerialLog } from './serial-log.ts'
import { SerialPort } from './serial-port.ts'

const MiB = 2 ** 20
const BLOCK = 512
const all = { fromStart: 0 }
let log: SerialLog

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'serial-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  log = new SerialLog(join(folder, 'serial.log'))
})

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
/** Each byte tells where it is. */
const output = (from: number, length: number) => Uint8Array.from({ length }, (_, at) => (from + at) % 251)
const write = (bytes: Uint8Array | string) => appendFile(log.path, bytes)

describe('a long output', () => {
  const LENGTH = 3 * RETAINED_BYTES

  beforeEach(async () => {
    await write(output(0, LENGTH))
    await log.free()
  })

  test('keeps its offsets and its end, and gives the space of its beginning back', async () => {
    const { size, blocks } = await stat(log.path)
    expect(size).toBe(LENGTH)
    expect(blocks * BLOCK).toBeLessThanOrEqual(RETAINED_BYTES + MiB)
    expect(await log.read(LENGTH - RETAINED_BYTES, 1000)).toEqual(output(LENGTH - RETAINED_BYTES, 1000))
  })

  test('goes on at its end', async () => {
    await write('after')
    const { bytes, endOffset } = await log.history({ mostRecent: 5 })
    expect([text(bytes), endOffset]).toEqual(['after', LENGTH + 5])
  })

  test('has its last mebibyte as its history', async () => {
    const { bytes, endOffset } = await log.history(all)
    expect(endOffset).toBe(LENGTH)
    expect(Buffer.from(bytes).equals(output(LENGTH - MiB, MiB))).toBe(true)
  })

  test('has nothing for a reader that is too far behind', async () => {
    expect(await log.read(LENGTH - RETAINED_BYTES - 1, 1000)).toBeUndefined()
  })
})

describe('a stream', () => {
  const port = () => new SerialPort(log, '/nowhere/serial.in')

  async function collect(stream: { output: AsyncIterable<{ offset: number; bytes: Uint8Array }> }) {
    let read = ''
    for await (const { offset, bytes } of stream.output) {
      expect(offset).toBe(read.length)
      read += text(bytes)
    }
    return read
  }

  test('ends after the last byte that was written before the machine stopped', async () => {
    await write('one ')
    const serial = port()
    const read = collect(await serial.open(all))
    await write('two ')
    await write('three')
    serial.hangUp()
    expect(await read).toBe('one two three')
  })

  test('wakes for output that comes while it waits', async () => {
    await write('')
    const serial = port()
    const stream = await serial.open(all)
    const reader = stream.output.getReader()
    const first = reader.read()
    await write('late')
    expect(text((await first).value!.bytes)).toBe('late')
    serial.hangUp()
  })

  test('takes input that nothing listens to', async () => {
    await write('')
    const serial = port()
    const stream = await serial.open(all)
    await expect(stream.write(Uint8Array.of(13))).resolves.toBeUndefined()
    serial.hangUp()
    await expect(stream.write(Uint8Array.of(13))).resolves.toBeUndefined()
  })
})

test('of a machine that never ran nothing is there', async () => {
  expect(await log.history(all)).toEqual({ bytes: new Uint8Array(), endOffset: 0 })
  expect(await log.end()).toBe(0)
  await log.free()
})
