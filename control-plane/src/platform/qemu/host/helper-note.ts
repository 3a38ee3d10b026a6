import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { durable } from '../../../file-system/durable-files.ts'
import { ifMissing } from '../../../file-system/if-missing.ts'
import { parseOwn } from '../base/own-json.ts'

const FILE = 'helper.json'
/** A second helper would change the host while the first does. */
const REMEDY = 'end the process whose pid it has, if that is a helper of Skerry, and delete the file'

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
  const path = join(folder, FILE)
  const text = await readFile(path, 'utf8').catch(ifMissing(undefined))
  return text === undefined ? undefined : parseOwn(note, text, path, REMEDY)
}

export const writeNote = (folder: string, content: HelperNote): Promise<void> =>
  durable(join(folder, FILE), JSON.stringify(content))
