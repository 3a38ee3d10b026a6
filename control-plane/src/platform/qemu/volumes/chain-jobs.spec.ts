import { expect, onTestFinished, test } from 'vitest'
import { ManualClock } from '../../../clock/clock.ts'
import { Work } from '../base/work.ts'
import { type ChainJob, ChainJobs } from './chain-jobs.ts'

test('a job that ends and is found again waits like one that fails, and shows', async () => {
  const clock = new ManualClock()
  const work = new Work(clock)
  onTestFinished(() => work.close())
  let runs = 0
  const job: ChainJob = { name: 'replace it', shortens: [], changes: ['it'], reads: [], run: async () => void runs++ }
  const problems: string[] = []
  const source = {
    mostAtOnce: 1,
    // An endless loop ends here instead.
    find: () => (runs < 100 ? [job] : []),
  }
  const report = (problem: string) => void problems.push(problem)
  const jobs = new ChainJobs({ work, sources: [source], hasLayer: () => true, report })

  jobs.begin()
  await clock.advance(0)
  expect([runs, problems]).toEqual([1, []])
  await clock.advance(1000)
  await clock.advance(2000)
  expect(runs).toBe(3)
  expect(problems).toEqual(['replace it: It has ended without a change'])
  for (let count = 0; count < 5; count++) await clock.advance(5 * 60_000)
  expect(jobs.problem).toBe('It has ended without a change')
  expect(runs).toBeLessThan(20)
})
