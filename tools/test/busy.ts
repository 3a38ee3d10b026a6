import { spawn } from 'node:child_process'

/** As many as CI has cores. */
const PROCESSES = 2

/** Does `work` beside processes that never rest: on a slow machine, races of tests show. */
export async function besideBusyProcesses<T>(work: () => Promise<T>): Promise<T> {
  // They end with this process, however it ends.
  const loop = `let n = 0; for (;;) if (++n % 1e7 === 0 && process.ppid !== ${process.pid}) process.exit()`
  const busy = Array.from({ length: PROCESSES }, () => spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }))
  try {
    return await work()
  } finally {
    for (const each of busy) each.kill()
  }
}
