import { expect, it } from 'vitest'
import { ReceiverScheduler } from './receiver-scheduler.ts'

/** Starts as many requests as may run at once, and returns their receivers. */
function fill(scheduler: ReceiverScheduler): string[] {
  const started: string[] = []
  for (let next = scheduler.next(); next !== undefined; next = scheduler.next()) {
    scheduler.start(next)
    started.push(next)
  }
  return started
}
const answer = (scheduler: ReceiverScheduler, receiver: string) => {
  scheduler.start(receiver)
  scheduler.end(receiver, true)
}

it('sends one request at a time to a receiver that has not answered yet, and four to a prompt one', () => {
  const scheduler = new ReceiverScheduler()
  scheduler.add(['a', 'b'])
  expect(fill(scheduler)).toEqual(['a', 'b'])
  scheduler.end('a', true)
  expect(fill(scheduler)).toEqual(['a', 'a', 'a', 'a'])
  scheduler.end('a', false)
  expect(fill(scheduler)).toEqual([])
})

it('reserves requests for prompt receivers, however many others wait', () => {
  const scheduler = new ReceiverScheduler()
  const silent = Array.from({ length: 30 }, (_, i) => `silent-${i}`)
  scheduler.add(silent)
  expect(fill(scheduler)).toEqual(silent.slice(0, 12))
  answer(scheduler, 'prompt')
  scheduler.add(['prompt'])
  expect(fill(scheduler)).toEqual(['prompt', 'prompt', 'prompt', 'prompt'])
  scheduler.end('silent-0', false)
  scheduler.remove('silent-0')
  expect(fill(scheduler)).toEqual(['silent-12'])
})

it('serves many prompt receivers in order', () => {
  const scheduler = new ReceiverScheduler()
  const receivers = Array.from({ length: 20 }, (_, i) => `receiver-${i}`)
  for (const receiver of receivers) answer(scheduler, receiver)
  scheduler.add(receivers)
  expect(fill(scheduler)).toEqual(receivers.slice(0, 16))
  scheduler.end('receiver-3', true)
  expect(fill(scheduler)).toEqual(['receiver-16'])
})
