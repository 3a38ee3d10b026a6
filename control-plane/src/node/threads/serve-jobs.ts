import { parentPort } from 'node:worker_threads'

/** In a thread of a `WorkerPool`: answers each job with the result of `work`. What it throws ends the thread. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  const port = parentPort
  if (!port) throw new Error('This is no worker thread')
  port.on('message', async (job: Job) => port.postMessage(await work(job)))
  port.postMessage('ready')
}
