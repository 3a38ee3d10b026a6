import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { PlatformError } from '../../platform-error.ts'
import { layerFile, type MachineOrder, type OrderedLayer } from './machine-order.ts'
import type { MachineUser } from './machine-user.ts'
import type { QemuFolder } from './qemu-folder.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants

/**
 * Opens what this user owns, and nothing else: whoever may write to the folders above could put a link to a file of
 * somebody else in its place. @throws `permanent` for anything else
 */
export async function openOwned(path: string, owner: number, flags = O_RDONLY): Promise<FileHandle> {
  const file = await open(path, flags | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? notOwned(path, owner) : error
  })
  try {
    const stat = await file.stat()
    const isRight = flags & O_DIRECTORY ? stat.isDirectory() : stat.isFile()
    if (!isRight || stat.uid !== owner) throw notOwned(path, owner)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

const notOwned = (path: string, owner: number) => new PlatformError('permanent', `${path} is no file of user ${owner}`)

/** Lets a machine use what its owner has prepared for its start. The owner keeps the files: they get the machine's group. */
export async function giveFiles(folder: QemuFolder, order: MachineOrder & { user: MachineUser }, owner: number) {
  const { user, disks, firmware } = order
  await using directory = await openOwned(folder.path, owner, O_DIRECTORY)
  await directory.chown(owner, user)
  // Sticky: what others have made there stays.
  await directory.chmod(0o1770)
  await give(folder.file('cidata'), owner, user, 0o640)
  await give(folder.file('serialLog'), owner, user, 0o660)
  if (firmware === 'efi') await give(folder.file('efiVariables'), owner, user, 0o660)
  for (const { layers, medium } of disks) if (medium === 'disk') await giveLayer(folder, layers[0]!, owner, user)
}

/** Lets a machine write a layer that is linked in its folder. */
export const giveLayer = (folder: QemuFolder, layer: OrderedLayer, owner: number, user: MachineUser): Promise<void> =>
  give(join(folder.path, layerFile(layer)), owner, user, 0o660)

async function give(path: string, owner: number, user: MachineUser, mode: number): Promise<void> {
  await using file = await openOwned(path, owner)
  await file.chown(owner, user)
  await file.chmod(mode)
}
