import { constants } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ifMissing } from './if-missing.ts'

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL

/** The changes of files that must survive a crash or a power cut, which may follow each of them. */
export class Disk {
  /** Creates a file in place of whatever is there, such as a link. What root makes is the folder's owner's. */
  async write(path: string, bytes: string | Uint8Array): Promise<void> {
    await rm(path, { force: true })
    await using file = await open(path, NEW, 0o600)
    await file.writeFile(bytes)
    if (process.getuid?.() !== 0) return
    const { uid, gid } = await stat(dirname(path))
    if (uid !== 0) await file.chown(uid, gid)
  }

  async writeAt(path: string, offset: number, bytes: Uint8Array): Promise<void> {
    await using file = await open(path, 'r+')
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done)
      done += bytesWritten
    }
  }

  /** Cuts a file off or extends it with a hole; creates it when there is none. */
  async setLength(path: string, bytes: number): Promise<void> {
    await using file = await open(path, 'a', 0o600)
    await file.truncate(bytes)
  }

  async makeReadOnly(path: string): Promise<void> {
    await chmod(path, 0o400)
  }

  /** As long as nothing else reads what is changed in it. */
  async makeWritable(path: string): Promise<void> {
    await chmod(path, 0o600)
  }

  /** Waits for nobody who writes to a FIFO that another user has put there. */
  async sync(path: string): Promise<void> {
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    await file.sync()
  }

  /** Makes a folder, with those above it that are missing. */
  async makeFolder(path: string): Promise<void> {
    const first = await mkdir(path, { recursive: true, mode: 0o700 })
    if (first === undefined) return
    for (let made = path; made.length >= first.length; made = dirname(made)) await this.sync(dirname(made))
  }

  async rename(from: string, to: string): Promise<void> {
    await rename(from, to)
  }

  async remove(path: string): Promise<void> {
    await rm(path, { force: true })
  }

  /** Makes a complete draft durable under its name: after a crash it is there whole, or not at all. */
  async publish(draft: string, path: string): Promise<void> {
    await this.sync(draft)
    await this.rename(draft, path)
    await this.sync(dirname(path))
  }
}

/** The one way to write a record: after a crash or a power cut the file has its old content or the new one, whole. */
export async function durable(path: string, content: string | Uint8Array, disk = new Disk()): Promise<void> {
  const draft = `${path}.draft`
  try {
    await disk.write(draft, content)
    await disk.publish(draft, path)
  } catch (error) {
    await disk.remove(draft)
    throw error
  }
}

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
