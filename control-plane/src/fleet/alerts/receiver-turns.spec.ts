import { expect, it } from 'vitest'
import { ReceiverTurns } from './receiver-turns.ts'

/** Begins as much as may run at once, and answers whose that is. */
function fill(turns: ReceiverTurns): string[] {
  const begun: string[] = []
  for (let next = turns.next(); next !== undefined; next = turns.next()) {
    turns.begin(next)
    begun.push(next)
  }
  return begun
}
const answer = (turns: ReceiverTurns, receiver: string) => {
  turns.begin(receiver)
  turns.end(receiver, true)
}

it('sends one thing at once to a receiver that has not answered yet, and four to one that has', () => {
  const turns = new ReceiverTurns()
  turns.add(['a', 'b'])
  expect(fill(turns)).toEqual(['a', 'b'])
  turns.end('a', true)
  expect(fill(turns)).toEqual(['a', 'a', 'a', 'a'])
  turns.end('a', false)
  expect(fill(turns)).toEqual([])
})

it('leaves room for receivers that answer, however many others there are', () => {
  const turns = new ReceiverTurns()
  const silent = Array.from({ length: 30 }, (_, i) => `silent-${i}`)
  turns.add(silent)
  expect(fill(turns)).toEqual(silent.slice(0, 12))
  answer(turns, 'prompt')
  turns.add(['prompt'])
  expect(fill(turns)).toEqual(['prompt', 'prompt', 'prompt', 'prompt'])
  turns.end('silent-0', false)
  turns.remove('silent-0')
  expect(fill(turns)).toEqual(['silent-12'])
})

it('gives turns in order where many receivers answer', () => {
  const turns = new ReceiverTurns()
  const receivers = Array.from({ length: 20 }, (_, i) => `receiver-${i}`)
  for (const receiver of receivers) answer(turns, receiver)
  turns.add(receivers)
  expect(fill(turns)).toEqual(receivers.slice(0, 16))
  turns.end('receiver-3', true)
  expect(fill(turns)).toEqual(['receiver-16'])
})
