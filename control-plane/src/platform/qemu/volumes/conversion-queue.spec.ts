import { expect, test } from 'vitest'
import { ConversionQueue } from './conversion-queue.ts'

test('conversions of one silo wait for each other, and not those of others', async () => {
  const queue = new ConversionQueue()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const convert = (silo: string, name: string) =>
    queue.run(silo, async () => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      await promise
      if (name === 'a1') throw new Error('Refused')
    })
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1'].map((name) => convert(name[0]!, name))
  const result = Promise.allSettled(all)
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'd1'])
  // The oldest of the silo that has none, also after a failure.
  ends[0]!()
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'd1', 'a2'])
  ends[1]!()
  await expect.poll(() => begun.at(-1)).toBe('e1')
  for (let at = 2; at < 7; at++) {
    await expect.poll(() => ends.length).toBeGreaterThan(at)
    ends[at]!()
  }
  expect((await result).map(({ status }) => status)).toEqual(['rejected', ...Array(6).fill('fulfilled')])
})
