import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { ifMissing } from '../../../file-system/if-missing.ts'
import { durable } from '../../../file-system/disk.ts'

const FILE = 'helper.json'

const note = z.object({
  pid: z.int().min(2),
  startTime: z.int(),
  /** Place of the helper's data folder; `path` is its path. Missing in a file that an earlier version wrote. */
  place: z.string().optional(),
  path: z.string().optional(),
})

/** The note that the last helper wrote in the folder of its tag. A restart of the host deletes it. */
export type HelperNote = z.output<typeof note>

export async function readNote(folder: string): Promise<HelperNote | undefined> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(ifMissing(''))
  return text === '' ? undefined : note.parse(JSON.parse(text))
}

export const writeNote = (folder: string, content: HelperNote): Promise<void> =>
  durable(join(folder, FILE), JSON.stringify(content))
