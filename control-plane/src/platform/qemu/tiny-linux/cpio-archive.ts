const DIRECTORY_MODE = 0o040_755
const EXECUTABLE_MODE = 0o100_755
const MAGIC = '070701'
const ALIGNMENT = 4

/** A file of an initial RAM disk; without bytes it is a directory. */
export interface CpioFile {
  path: string
  bytes?: Uint8Array
}

/** A cpio archive of the kind that Linux unpacks as its initial RAM disk. Directories come before their files. */
export function cpioArchive(files: readonly CpioFile[]): Uint8Array {
  const parts = [...files.map((file, index) => cpioEntry(file, index + 1)), cpioEntry({ path: 'TRAILER!!!' }, 0)]
  return Buffer.concat(parts)
}

function cpioEntry({ path, bytes }: CpioFile, inode: number): Uint8Array {
  const name = Buffer.from(`${path}\0`)
  const mode = bytes ? EXECUTABLE_MODE : inode ? DIRECTORY_MODE : 0
  // Inode, mode, user, group, links, time, size, device (2), special device (2), length of the name, checksum.
  const fields = [inode, mode, 0, 0, 1, 0, bytes?.length ?? 0, 0, 0, 0, 0, name.length, 0]
  const header = MAGIC + fields.map((field) => field.toString(16).padStart(8, '0')).join('')
  const head = Buffer.concat([Buffer.from(header), name])
  return Buffer.concat([padded(head), padded(bytes ?? new Uint8Array())])
}

function padded(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, new Uint8Array((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)])
}
