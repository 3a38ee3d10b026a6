import { constants, openSync } from 'node:fs'
import { copyFile, stat, truncate } from 'node:fs/promises'

/** PostgreSQL logs to one file; once that is full, it is copied to a second. */
const MOST_BYTES = 16 * 2 ** 20
const LOOK_EVERY_MS = 5_000

export const olderLog = (file: string): string => `${file}.1`

/** Truncates the log and opens it in append mode for a child. */
export const openLog = (file: string): number =>
  openSync(file, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND, 0o600)

/**
 * Keeps the log from filling the disk. PostgreSQL's own collector never deletes a file, and its children would have to
 * be given another, so this one is copied and truncated in place.
 */
export function boundLog(file: string): { stop(): void } {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    void emptyIfFull(file).finally(() => (busy = false))
  }, LOOK_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}

async function emptyIfFull(file: string): Promise<void> {
  try {
    if ((await stat(file)).size <= MOST_BYTES) return
    await copyFile(file, olderLog(file))
  } catch {
    // No space for a copy, or the folder is gone: truncate anyway.
  }
  await truncate(file).catch(() => undefined)
}
