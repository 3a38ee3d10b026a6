import { expect, test } from 'vitest'
import { limiter } from './limiter.ts'

/** A task that ends when told to. */
function controlled() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let started = false
  return { task: () => ((started = true), promise), resolve, reject, started: () => started }
}
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('runs no more tasks at a time than allowed, in order', async () => {
  const run = limiter(2)
  const tasks = [controlled(), controlled(), controlled(), controlled()]
  const results = tasks.map(({ task }) => run(task))
  await settle()
  expect(tasks.map(({ started }) => started())).toEqual([true, true, false, false])
  tasks[1]?.resolve('b')
  await settle()
  expect(tasks.map(({ started }) => started())).toEqual([true, true, true, false])
  for (const { resolve } of tasks) resolve('x')
  expect(await Promise.all(results)).toEqual(['x', 'b', 'x', 'x'])
})

test('a failure makes room too', async () => {
  const run = limiter(1)
  const failing = controlled()
  const first = run(failing.task)
  const second = run(() => Promise.resolve('next'))
  failing.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  expect(await second).toBe('next')
  expect(await run(() => Promise.resolve('later'))).toBe('later')
})

test('what was aborted while waiting is not started', async () => {
  const run = limiter(1)
  const holding = controlled()
  const aborted = controlled()
  const controller = new AbortController()
  const first = run(holding.task)
  const second = run(aborted.task, controller.signal)
  controller.abort()
  holding.resolve('done')
  await first
  await expect(second).rejects.toThrow('aborted')
  expect(aborted.started()).toBe(false)
})
