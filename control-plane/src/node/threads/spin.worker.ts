import { serveJobs } from './serve-jobs.ts'

export type SpinJob = { echo: unknown } | { spin: true } | { fill: true } | { fail: string }

/** Work for the specs of the pool: what goes on for ever, what takes all memory, what throws. */
serveJobs(async (job: SpinJob) => {
  if ('echo' in job) return job.echo
  if ('fail' in job) throw new Error(job.fail)
  const kept: unknown[] = []
  for (;;) if ('fill' in job) kept.push(Array.from({ length: 1000 }, () => ({})))
})
