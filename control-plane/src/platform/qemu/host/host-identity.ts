import { existsSync, readFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { DurableFiles, durable } from '../../../file-system/durable-files.ts'
import { OpenFolder } from '../../../file-system/open-folder.ts'
import { readPlainFile } from '../../../file-system/plain-file.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import { folderPlace } from '../base/folder-place.ts'
import { parseOwn } from '../base/own-json.ts'
import { readNote } from './helper-note.ts'

const storedIdentity = z.object({
  version: z.literal(1),
  sledId: z.uuid(),
  rackId: z.uuid(),
  part: z.string(),
  serial: z.string(),
  tag: z.string(),
  /** See `folderPlace`. */
  place: z.string(),
})

/** Identity of this host, which lasts as long as its data folder. */
export interface HostIdentity {
  sledId: string
  rackId: string
  part: string
  serial: string
  /** Part of the names of everything that the data folder has on this host. A copy of the folder gets another tag. */
  tag: string
}

const IDENTITY_FILE = 'host.json'
/** A new identity is another sled, on which the database has no machines. */
const IDENTITY_REMEDY = 'restore it from a backup, or choose another folder with SKERRY_DATA'
const MAX_DMI_CHARACTERS = 60
const RUN_FOLDERS = '/run/skerry'

/** Read from the platform's folder, where the first start writes it, perhaps as root in another user's folder. */
export async function hostIdentity(path: string): Promise<HostIdentity> {
  await new DurableFiles().makeFolder(path).catch(ifThere)
  await using data = await OpenFolder.open(dirname(path))
  await using opened = await data.find(basename(path))
  if (opened === undefined) throw new PlatformError('transient', `${path} has just been deleted`)
  return await identityIn(opened.self)
}

/** Ignores a missing or existing entry: one that is not a folder is refused when it is opened. */
const ifThere = (error: NodeJS.ErrnoException) => {
  if (!['EEXIST', 'ENOENT'].includes(error.code!)) throw error
}

async function identityIn(folder: string): Promise<HostIdentity> {
  const place = folderPlace(folder)
  const text = readPlainFile(join(folder, IDENTITY_FILE))
  if (text === undefined) {
    const identity = newIdentity()
    await write(folder, { ...identity, place })
    return identity
  }
  const {
    version: _,
    place: before,
    ...known
  } = parseOwn(storedIdentity, text, join(folder, IDENTITY_FILE), IDENTITY_REMEDY)
  if (before === place) return known
  // The folder was moved or copied. Resources with its old tag belong to the original, or ended with the host.
  const identity = { ...known, tag: (await isMountedAgain(folder, known.tag, before)) ? known.tag : newTag() }
  await write(folder, { ...identity, place })
  return identity
}

/**
 * Whether the folder only changed its device number because its file system was mounted again: path and inode are
 * equal, and no mounted device has the old number. Btrfs defeats that: its folders have device numbers that no mount
 * has, and snapshots have their original's inodes, so the original may still exist.
 */
async function isMountedAgain(folder: string, tag: string, before: string): Promise<boolean> {
  const note = await readNote(runFolder(tag))
  if (note?.place !== before || note.path !== (await realpath(folder))) return false
  const [[device, inode], [present, presentInode]] = [before.split(':'), folderPlace(folder).split(':')]
  const mounted = mountedDevices()
  const isMounted = (number: string) => mounted.has(deviceName(BigInt(number)))
  return inode === presentInode && isMounted(present!) && !isMounted(device!)
}

/** Mounted devices, as "major:minor". */
const mountedDevices = (): Set<string> =>
  new Set(
    readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[2] ?? ''),
  )

/** Splits a device number as the C library does. */
function deviceName(device: bigint): string {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn)
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn & 0xffff_ffffn)
  return `${major}:${minor}`
}

/** A folder of root, where dnsmasq's user reads. A restart of the host deletes it and ends all that it describes. */
export const runFolder = (tag: string): string => join(RUN_FOLDERS, tag)

function newIdentity(): HostIdentity {
  const sledId = crypto.randomUUID()
  const dmi = (name: string) => plain(readIfPermitted(`/sys/class/dmi/id/${name}`))
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
    const tag = `s${crypto.randomUUID().slice(0, 5)}`
    if (!existsSync(runFolder(tag))) return tag
  }
}

const write = (folder: string, content: HostIdentity & { place: string }): Promise<void> =>
  durable(join(folder, IDENTITY_FILE), JSON.stringify({ version: 1, ...content }))

/** Cleans a manufacturer's text, which may contain anything. */
const plain = (text = ''): string =>
  text
    .replaceAll(/[^\w .-]/g, '')
    .trim()
    .slice(0, MAX_DMI_CHARACTERS)

function readIfPermitted(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES') return undefined
    throw error
  }
}
