import type * as z from 'zod'
import { shownPath } from '../../../file-system/plain-file.ts'
import { PlatformError } from '../../interface/platform-error.ts'

/**
 * The content of a file that only Skerry writes. Each field has to be there: a guess about a machine that may run could
 * damage its disks.
 * @param remedy what the operator can do about a file that is damaged, or of a version before the first release
 * @throws `permanent` for such a file
 */
export function parseOwn<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  path: string,
  remedy: string,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    const what = `${shownPath(path)} is damaged, or from before the first release of Skerry`
    throw new PlatformError('permanent', `${what}: ${remedy}`, error)
  }
}

/** Undefined for a text that is no JSON. */
export function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
