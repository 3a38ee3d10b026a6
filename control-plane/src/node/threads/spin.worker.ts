import { serveJobs } from './serve-jobs.ts'

export type SpinJob = { echo: unknown } | { spin: true } | { fill: true } | { fail: string }

/** Jobs for the specs of the pool: one that never ends, one that exhausts memory, one that throws. */
serveJobs(async (job: SpinJob) => {
  if ('echo' in job) return job.echo
  if ('fail' in job) throw new Error(job.fail)
  const kept: unknown[] = []
  for (;;) if ('fill' in job) kept.push(Array.from({ length: 1000 }, () => ({})))
})
