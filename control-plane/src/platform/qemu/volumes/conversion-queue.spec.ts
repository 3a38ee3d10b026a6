import { expect, test } from 'vitest'
import { ConversionQueue } from './conversion-queue.ts'

/** A queue whose conversions end when they are told to, or by their signal. */
function watched() {
  const queue = new ConversionQueue()
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  /** Of the silo that its name begins with. */
  const convert = (name: string) =>
    queue.run({ siloId: name[0]!, of: [name] }, (signal) => {
      begun.push(name)
      return new Promise<void>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve()))
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    })
  return { queue, begun, convert, end: (name: string, error?: Error) => ends.get(name)!(error) }
}

const gone = { status: 'rejected', reason: expect.objectContaining({ kind: 'gone' }) }
const done = { status: 'fulfilled' }

test('conversions of one silo wait for each other, and not those of others, also after a failure', async () => {
  const { begun, convert, end } = watched()
  const all = Promise.allSettled(['a1', 'a2', 'b1'].map(convert))
  await expect.poll(() => begun).toEqual(['a1', 'b1'])
  end('a1', new Error('Refused'))
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'a2'])
  for (const name of ['a2', 'b1']) end(name)
  expect(await all).toMatchObject([{ status: 'rejected' }, done, done])
})

test('four run at once, and silos take turns, however many conversions of others began to wait earlier', async () => {
  const { begun, convert, end } = watched()
  const names = ['a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'c2', 'd2', 'a3', 'b3', 'c3', 'd3', 'e1', 'f1']
  const all = Promise.all(names.map(convert))
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'd1'])
  for (const [ended, next] of [
    ['a1', 'e1'],
    ['b1', 'f1'],
    ['e1', 'a2'],
    ['f1', 'b2'],
  ] as const) {
    end(ended)
    await expect.poll(() => begun.at(-1)).toBe(next)
  }
  for (const at of names.keys()) {
    await expect.poll(() => begun.length).toBeGreaterThan(at)
    end(begun[at]!)
  }
  await all
})

test('a silo has its turn again beside six that submit one conversion after the other', async () => {
  const queue = new ConversionQueue()
  const begun: string[] = []
  const convert = (name: string) =>
    queue.run({ siloId: name[0]!, of: [name] }, async () => {
      begun.push(name)
      await new Promise((resolve) => setImmediate(resolve))
    })
  const steady = async (silo: string) => {
    for (let n = 0; begun.length < 500; n++) await convert(`${silo}${n}`)
  }
  await Promise.all([...['b', 'c', 'd', 'e', 'f', 'g'].map(steady), convert('a1'), convert('a2')])
  expect(begun.indexOf('a1')).toBeLessThan(14)
  expect(begun.indexOf('a2')).toBeLessThan(21)
})

test('what is deleted is converted no more: not what runs, nor what waits, nor what comes during the deletion', async () => {
  const { queue, begun, convert, end } = watched()
  const all = Promise.allSettled(['a1', 'a2', 'a3'].map(convert))
  await expect.poll(() => begun).toEqual(['a1'])
  const over = queue.end('a2')
  expect(await Promise.allSettled([convert('a2')])).toMatchObject([gone])
  over()
  queue.end('a1')()
  await expect.poll(() => begun).toEqual(['a1', 'a3'])
  const again = convert('a2')
  end('a3')
  await expect.poll(() => begun.at(-1)).toBe('a2')
  end('a2')
  await again
  expect(await all).toMatchObject([gone, gone, done])
})
