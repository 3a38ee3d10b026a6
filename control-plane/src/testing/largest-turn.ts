/**
 * The most milliseconds of CPU time that one turn of the event loop took while `work` ran. Not of wall time, which a
 * busy machine stretches.
 */
export async function largestTurn(work: () => Promise<unknown>): Promise<number> {
  let [largest, last, isDone] = [0, cpuMs(), false]
  const turn = () => {
    const now = cpuMs()
    largest = Math.max(largest, now - last)
    last = now
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  try {
    await work()
  } finally {
    isDone = true
  }
  turn()
  return largest
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
