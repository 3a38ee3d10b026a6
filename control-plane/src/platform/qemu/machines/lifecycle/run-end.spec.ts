import { expect, test } from 'vitest'
import { failureReason } from './run-end.ts'

const encode = (text: string) => new TextEncoder().encode(text)

test('has the last lines of QEMU and of the guest, without what a terminal would obey', () => {
  const guest = encode('one\r\ntwo\r\nthree\r\n\x1b[31mfour\x1b[0m\r\nfive\x07\r\n\r\nsix\u009b2J')
  expect(failureReason('qemu: out of memory\n', guest)).toBe(
    'The process of the machine ended; QEMU: qemu: out of memory; last output: two | three | four | five | six2J',
  )
})

test('says only that it ended, where nothing was written', () => {
  expect(failureReason('', new Uint8Array())).toBe('The process of the machine ended')
})

test('is short, whatever was written', () => {
  expect(failureReason('x'.repeat(10_000), encode('y'.repeat(10_000))).length).toBeLessThan(1200)
})
