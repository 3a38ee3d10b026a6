import * as z from 'zod'
import { DurableFiles, durable } from './durable-files.ts'
import { readPlainFile } from './plain-file.ts'

/** Has the id of the database that the files beside it belong to. */
export const MARK_FILE = 'storage.json'
const marked = z.object({ id: z.uuid() })

/** The id. Undefined without a mark; empty for one that is damaged. @throws NoPlainFile */
export function readMark(path: string): string | undefined {
  const text = readPlainFile(path)
  if (text === undefined) return undefined
  try {
    return marked.parse(JSON.parse(text)).id
  } catch {
    return ''
  }
}

/** Resolves once it is on disk. */
export const writeMark = (path: string, id: string, files = new DurableFiles()): Promise<void> =>
  durable(path, JSON.stringify({ id }), files)
