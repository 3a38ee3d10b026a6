/**
 * The most milliseconds of CPU time that one turn of the event loop took while `work` ran. Not of wall time, which a
 * busy machine stretches; and looked at by a timer, which uses no time while the work waits.
 */
export async function largestTurn(work: () => Promise<unknown>): Promise<number> {
  let largest = 0
  let last = cpuMs()
  const turn = () => {
    const now = cpuMs()
    largest = Math.max(largest, now - last)
    last = now
  }
  const timer = setInterval(turn, 1)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  turn()
  return largest
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
