import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { eachProcess, usersWithProcesses } from './process-id.ts'

test('the event loop turns for each process that is read', async () => {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(next))
  const children = Array.from({ length: 20 }, () => spawn('sleep', ['1000'], { stdio: 'ignore' }))
  onTestFinished(() => children.forEach((child) => child.kill('SIGKILL')))
  const found = await eachProcess('status', (pid) => pid)
  expect(found).toEqual(expect.arrayContaining(children.map(({ pid }) => pid)))
  expect(turns).toBeGreaterThan(found.length)
})

test('callers share the next scan, and none gets the result of one that began before its call', async () => {
  const [first, second] = [usersWithProcesses(), usersWithProcesses()]
  expect(second).toBe(first)
  await Promise.resolve()
  const later = usersWithProcesses()
  expect(later).not.toBe(first)
  expect(usersWithProcesses()).toBe(later)
  expect(await first).toContain(process.getuid!())
  expect(await later).toContain(process.getuid!())
})
