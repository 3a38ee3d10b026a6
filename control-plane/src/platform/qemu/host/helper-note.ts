import { mkdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { durable } from '../../../file-system/durable-files.ts'
import { ifMissing } from '../../../file-system/if-missing.ts'
import { folderPlace } from '../base/folder-place.ts'
import { parseOwn } from '../base/own-json.ts'
import { isAlive, startTimeOf } from '../base/process-id.ts'

const NOTE_FILE = 'helper.json'
/** A second helper would change the host while the first does. */
const NOTE_REMEDY = 'end the process whose pid it has, if that is a helper of Skerry, and delete the file'

const END_POLL_MS = 10

const note = z.object({
  pid: z.int().min(2),
  startTime: z.int(),
  /** Place of the helper's data folder; `path` is its path. */
  place: z.string(),
  path: z.string(),
})

/** The note that the last helper wrote in the folder of its tag. A restart of the host deletes it. */
export type HelperNote = z.output<typeof note>

export async function readNote(folder: string): Promise<HelperNote | undefined> {
  const path = join(folder, NOTE_FILE)
  const text = await readFile(path, 'utf8').catch(ifMissing(undefined))
  return text === undefined ? undefined : parseOwn(note, text, path, NOTE_REMEDY)
}

/**
 * Ends a helper that an earlier server of this data folder left running, and notes this one. Two helpers would
 * contradict each other.
 * @param dataFolder the platform's folder
 * @throws while a helper of another data folder runs
 */
export async function endPrevious(folder: string, dataFolder: string): Promise<void> {
  const [previous, place] = [await readNote(folder), folderPlace(dataFolder)]
  if (previous && isAlive(previous)) {
    if (previous.place !== place) throw new Error(`The server of another data folder has ${folder}`)
    process.kill(previous.pid, 'SIGKILL')
    while (isAlive(previous)) await delay(END_POLL_MS)
  }
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const content: HelperNote = {
    pid: process.pid,
    startTime: startTimeOf(process.pid)!,
    place,
    path: await realpath(dataFolder),
  }
  await durable(join(folder, NOTE_FILE), JSON.stringify(content))
}
