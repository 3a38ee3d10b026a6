import { rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of a test's own, which is made by whoever writes into it first. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = join(tmpdir(), `skerry-${randomUUID()}`)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
