import { readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifMissing } from './if-missing.ts'

/** Free space of the file system of a folder, which need not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return freeBytes(dirname(folder))
  }
}

const BLOCK_BYTES = 512

/** Space that a file takes on its file system; 0 for a missing one. */
export async function takenBytes(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return (found?.blocks ?? 0) * BLOCK_BYTES
}

/** Space that all files below a folder take on their file system; 0 for a missing folder. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing([]))
  const files = entries.filter((entry) => entry.isFile())
  const taken = await Promise.all(files.map((file) => takenBytes(join(file.parentPath, file.name))))
  return taken.reduce((sum, bytes) => sum + bytes, 0)
}
