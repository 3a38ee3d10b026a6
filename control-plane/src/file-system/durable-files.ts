import { constants } from 'node:fs'
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL

/** The changes of files that must survive a crash or a power cut, which may follow each of them. */
export class DurableFiles {
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
export async function durable(path: string, content: string | Uint8Array, files = new DurableFiles()): Promise<void> {
  const draft = `${path}.draft`
  try {
    await files.write(draft, content)
    await files.publish(draft, path)
  } catch (error) {
    await files.remove(draft)
    throw error
  }
}
