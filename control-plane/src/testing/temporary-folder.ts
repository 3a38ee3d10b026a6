import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one test, created by the first write into it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = join(tmpdir(), `skerry-${randomUUID()}`)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
