import { existsSync, readFileSync, statSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { PlatformError } from '../platform-error.ts'
import { Disk, durable } from '../../file-system/disk.ts'
import { readPlainFile } from '../../file-system/plain-file.ts'
import { readNote } from './host/helper-note.ts'
import { OpenFolder } from './machines/open-folder.ts'

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

/** Read from the platform's folder, where the first start writes it: maybe as root, in a folder of another user. */
export async function hostIdentity(path: string): Promise<HostIdentity> {
  await new Disk().makeFolder(path).catch(ifThere)
  const above = dirname(path)
  await using data = await OpenFolder.open(above, (await stat(above)).uid)
  await using opened = await data.find(basename(path))
  if (opened === undefined) throw new PlatformError('transient', `${path} has just been deleted`)
  return await identityIn(opened.self)
}

/** What is there and no folder is refused when it is opened. */
const ifThere = (error: NodeJS.ErrnoException) => {
  if (!['EEXIST', 'ENOENT'].includes(error.code!)) throw error
}

async function identityIn(folder: string): Promise<HostIdentity> {
  const place = placeOf(folder)
  const text = readPlainFile(join(folder, FILE))
  if (text === undefined) {
    const identity = newIdentity()
    await write(folder, { ...identity, place })
    return identity
  }
  const { version: _, place: before, ...known } = stored.parse(JSON.parse(text))
  // That of an earlier version, which its running machines and networks have.
  const { tag = tagOf(known.sledId) } = known
  if (before === place) return { ...known, tag }
  // What has the tag of an earlier place is the original's, or ended with the host.
  const keeps = before === undefined || (await isMountedAgain(folder, tag, before))
  const identity = { ...known, tag: keeps ? tag : newTag() }
  await write(folder, { ...identity, place })
  return identity
}

/**
 * Whether it is the very folder that has this tag on the host, of a file system that was mounted again and has another
 * device number since: it has the same path and inode, and nothing of that number is mounted. Folders of Btrfs have
 * numbers that no mount has, snapshots have the inodes of their original, and so the latter may be there unseen.
 */
async function isMountedAgain(folder: string, tag: string, before: string): Promise<boolean> {
  const note = await readNote(runFolder(tag))
  if (note?.place !== before || note.path !== (await realpath(folder))) return false
  const [[device, inode], [present, presentInode]] = [before.split(':'), placeOf(folder).split(':')]
  const mounted = mountedDevices()
  const isMounted = (number: string) => mounted.has(deviceName(BigInt(number)))
  return inode === presentInode && isMounted(present!) && !isMounted(device!)
}

/** As "major:minor". */
const mountedDevices = (): Set<string> =>
  new Set(
    readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[2] ?? ''),
  )

/** As the C library takes a device number apart. */
function deviceName(device: bigint): string {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn)
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn & 0xffff_ffffn)
  return `${major}:${minor}`
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

const write = (folder: string, content: HostIdentity & { place: string }): Promise<void> =>
  durable(join(folder, FILE), JSON.stringify({ version: 1, ...content }))

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
