import { parentPort } from 'node:worker_threads'

/** Serves the jobs of a `WorkerPool` in its thread. An error thrown by `work` ends the thread. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  const port = parentPort
  if (!port) throw new Error('This is not a worker thread')
  port.on('message', async (job: Job) => port.postMessage(await work(job)))
  port.postMessage('ready')
}
