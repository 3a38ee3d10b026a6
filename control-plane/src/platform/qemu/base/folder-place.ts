import { statSync } from 'node:fs'

/** Identifies a folder: no two folders have the same place, so a copy differs from its original. */
export function folderPlace(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  return `${dev}:${ino}`
}
