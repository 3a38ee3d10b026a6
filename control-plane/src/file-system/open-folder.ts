import { execFile } from 'node:child_process'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ifMissing } from './if-missing.ts'
import { NoPlainFile, shownPath } from './plain-file.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
const run = promisify(execFile)

/**
 * A folder of one owner that is held open. Its files are reached through the handle, so users who may write to the
 * folders above cannot replace it.
 */
export class OpenFolder implements AsyncDisposable {
  readonly #handle: FileHandle
  readonly #path: string
  readonly owner: number

  private constructor(handle: FileHandle, path: string, owner: number) {
    this.#handle = handle
    this.#path = path
    this.owner = owner
  }

  /**
   * Opens a path. Links in it may lead to other folders of the owner only. Without a given owner, others must not be able
   * to change what the path leads to. @throws NoPlainFile
   */
  static async open(path: string, owner?: number): Promise<OpenFolder> {
    const handle = await open(path, O_RDONLY | O_DIRECTORY)
    return new OpenFolder(handle, path, await ownerOf(handle, path, owner, true))
  }

  /** Opens a subfolder. @throws NoPlainFile for a link, and for an entry of another owner */
  async folder(name: string, owner = this.owner): Promise<OpenFolder> {
    const path = this.path(name)
    return new OpenFolder(await openOwned(path, owner, O_RDONLY | O_DIRECTORY), path, owner)
  }

  /**
   * Opens a subfolder of any owner, or the folder to which a link leads if it belongs to this folder's owner. Undefined if
   * there is none. @throws NoPlainFile for another link
   */
  async find(name: string): Promise<OpenFolder | undefined> {
    const path = this.path(name)
    const entry = await lstat(path).catch(ifMissing(undefined))
    if (entry === undefined) return undefined
    if (!entry.isSymbolicLink()) return this.folder(name, entry.uid)
    return OpenFolder.open(path, this.owner).catch((error: NodeJS.ErrnoException) => {
      throw ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code!) ? notOwned(path, this.owner) : error
    })
  }

  /** Opens a file in it. @throws NoPlainFile for a link, and for an entry of another owner */
  file(name: string, flags?: number): Promise<FileHandle> {
    return openOwned(this.path(name), this.owner, flags)
  }

  /** A path to the open folder. Systems without /proc only have the path by which it was opened. */
  get self(): string {
    return process.platform === 'linux' ? `/proc/self/fd/${this.#handle.fd}` : this.#path
  }

  /** Path of an entry, valid while this is open. Opening it must not follow a link there. */
  path(name: string): string {
    if (name.includes('/') || name === '..') throw new NoPlainFile(`${name} is not a name of a file`)
    return `${this.self}/${name}`
  }

  stat(): Promise<Stats> {
    return this.#handle.stat()
  }

  names(): Promise<string[]> {
    return readdir(this.self)
  }

  /** Deletes an entry with all its content. Follows no link, even if one is put there meanwhile. */
  async remove(name: string): Promise<void> {
    await run('rm', ['-rf', '--', `./${name}`], { cwd: this.self })
  }

  /** Changes owner, group and mode of the folder itself. */
  async give(user: number, group: number, mode: number): Promise<void> {
    await this.#handle.chown(user, group)
    await this.#handle.chmod(mode)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close()
  }
}

/** Opens a file or folder of that owner. @throws NoPlainFile for anything else, and for a link at the end of the path */
export async function openOwned(path: string, owner: number, flags = O_RDONLY): Promise<FileHandle> {
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw isOther(error, flags) ? notOwned(path, owner) : error
  })
  await ownerOf(file, path, owner, (flags & O_DIRECTORY) !== 0)
  return file
}

/** Error of an open: a link, or not a folder where one is wanted. */
const isOther = ({ code }: NodeJS.ErrnoException, flags: number) =>
  code === 'ELOOP' || (code === 'ENOTDIR' && (flags & O_DIRECTORY) !== 0)

/** Closes what is of another owner than a given one, or something else than expected. */
async function ownerOf(file: FileHandle, path: string, owner: number | undefined, folder: boolean): Promise<number> {
  try {
    const stat = await file.stat()
    const expected = owner ?? stat.uid
    if (!(folder ? stat.isDirectory() : stat.isFile()) || stat.uid !== expected) throw notOwned(path, expected)
    return expected
  } catch (error) {
    await file.close()
    throw error
  }
}

const notOwned = (path: string, owner: number) =>
  new NoPlainFile(`${shownPath(path)} is not of user ${owner}, or something else than expected`)
