import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const stored = z.object({
  version: z.literal(1),
  sledId: z.uuid(),
  rackId: z.uuid(),
  part: z.string(),
  serial: z.string(),
  /** Missing where an earlier version wrote it. */
  tag: z.string().optional(),
  place: z.string().optional(),
})

/** What this host is called, for as long as its data folder exists. */
export interface HostIdentity {
  sledId: string
  rackId: string
  part: string
  serial: string
  /** In the names of all that the folder has on this host: a copy of the folder has another one. */
  tag: string
}

const FILE = 'host.json'
const MAX_CHARACTERS = 60
const RUN_FOLDERS = '/run/skerry'

/** Read from the data folder, where the first start writes it. */
export function hostIdentity(folder: string): HostIdentity {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const place = placeOf(folder)
  const text = readText(join(folder, FILE))
  if (text === undefined) {
    const identity = newIdentity()
    write(folder, { ...identity, place })
    return identity
  }
  const { version: _, place: before, ...known } = stored.parse(JSON.parse(text))
  // That of an earlier version, which its running machines and networks have.
  const { tag = tagOf(known.sledId) } = known
  if (before === place) return { ...known, tag }
  // What has the tag of an earlier place is the original's, or ended with the host.
  const identity = { ...known, tag: before === undefined ? tag : newTag() }
  write(folder, { ...identity, place })
  return identity
}

/** Two folders never have the same, and a copy has another one than its original. */
export function placeOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  return `${dev}:${ino}`
}

/** Of root. dnsmasq's user reads there. What a restart of the host deletes, it also ends. */
export const runFolder = (tag: string): string => join(RUN_FOLDERS, tag)

function newIdentity(): HostIdentity {
  const sledId = crypto.randomUUID()
  const dmi = (name: string) => plain(readText(`/sys/class/dmi/id/${name}`))
  return {
    sledId,
    rackId: crypto.randomUUID(),
    part: dmi('product_name') || 'host',
    serial: dmi('product_serial') || sledId.slice(0, 8).toUpperCase(),
    tag: newTag(),
  }
}

function newTag(): string {
  for (;;) {
    const tag = tagOf(crypto.randomUUID())
    if (!existsSync(runFolder(tag))) return tag
  }
}

const tagOf = (id: string) => `s${id.replaceAll('-', '').slice(0, 5)}`

function write(folder: string, content: HostIdentity & { place: string }): void {
  const path = join(folder, FILE)
  // `wx` follows no link: as root the folder may be another user's, who then needs the file.
  rmSync(`${path}.new`, { force: true })
  const file = openSync(`${path}.new`, 'wx', 0o600)
  try {
    writeFileSync(file, JSON.stringify({ version: 1, ...content }))
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(folder)
      fchownSync(file, uid, gid)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
}

/** A manufacturer may write anything. */
const plain = (text = ''): string =>
  text
    .replaceAll(/[^\w .-]/g, '')
    .trim()
    .slice(0, MAX_CHARACTERS)

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES') return undefined
    throw error
  }
}
