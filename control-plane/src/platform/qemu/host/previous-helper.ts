import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { isAlive, startTimeOf } from '../machines/process-id.ts'

const FILE = 'helper.json'
const POLL_MS = 10

const stored = z.object({
  pid: z.int().min(2),
  startTime: z.int(),
  /** Of its data folder. Missing where an earlier version wrote it. */
  place: z.string().optional(),
})

/**
 * Ends the helper that an earlier server of this data folder has left, should it still work, and notes this one. Two
 * would contradict.
 * @param place of the data folder
 * @throws while the helper of another data folder works
 */
export async function endPrevious(folder: string, place: string): Promise<void> {
  const path = join(folder, FILE)
  const text = await readFile(path, 'utf8').catch(() => '')
  const previous = text ? stored.parse(JSON.parse(text)) : undefined
  if (previous && isAlive(previous)) {
    if (previous.place !== undefined && previous.place !== place)
      throw new Error(`The server of another data folder has ${folder}`)
    process.kill(previous.pid, 'SIGKILL')
    while (isAlive(previous)) await delay(POLL_MS)
  }
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const note = { pid: process.pid, startTime: startTimeOf(process.pid), place }
  await writeFile(`${path}.new`, JSON.stringify(note), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
