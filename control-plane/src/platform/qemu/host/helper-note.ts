import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { ifMissing } from '../if-missing.ts'
import { durable } from '../../../file-system/disk.ts'

const FILE = 'helper.json'

const note = z.object({
  pid: z.int().min(2),
  startTime: z.int(),
  /** Of its data folder, like the next. Missing where an earlier version wrote it. */
  place: z.string().optional(),
  path: z.string().optional(),
})

/** What the last helper with the names of a tag has left in the folder of that tag, which ends with the host. */
export type HelperNote = z.output<typeof note>

export async function readNote(folder: string): Promise<HelperNote | undefined> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(ifMissing(''))
  return text === '' ? undefined : note.parse(JSON.parse(text))
}

export const writeNote = (folder: string, content: HelperNote): Promise<void> =>
  durable(join(folder, FILE), JSON.stringify(content))
