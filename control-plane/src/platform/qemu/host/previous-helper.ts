import { mkdir, realpath } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive, startTimeOf } from '../base/process-id.ts'
import { readNote, writeNote } from './helper-note.ts'
import { placeOf } from './host-identity.ts'

const POLL_MS = 10

/**
 * Ends a helper that an earlier server of this data folder left running, and notes this one. Two helpers would
 * contradict each other.
 * @param dataFolder the platform's folder
 * @throws while a helper of another data folder runs
 */
export async function endPrevious(folder: string, dataFolder: string): Promise<void> {
  const [previous, place] = [await readNote(folder), placeOf(dataFolder)]
  if (previous && isAlive(previous)) {
    if (previous.place !== place) throw new Error(`The server of another data folder has ${folder}`)
    process.kill(previous.pid, 'SIGKILL')
    while (isAlive(previous)) await delay(POLL_MS)
  }
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await writeNote(folder, {
    pid: process.pid,
    startTime: startTimeOf(process.pid)!,
    place,
    path: await realpath(dataFolder),
  })
}
