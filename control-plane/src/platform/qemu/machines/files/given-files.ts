import { lstat, symlink } from 'node:fs/promises'
import type { OpenFolder } from '../../../../file-system/open-folder.ts'
import { runProgram } from '../../base/run-program.ts'
import { layerFile, type MachineOrder, type OrderedLayer } from '../order/machine-order.ts'
import type { MachineUser } from '../users/machine-user.ts'
import { qemuFiles } from './machine-files.ts'
import { giveRunFolder, makeRunFolder } from './machine-socket.ts'

/**
 * Gives a machine access to the files prepared for its start, and lets it create its sockets. The owner keeps files and
 * folder, which the machine cannot change; the files get the machine's group.
 */
export async function giveFiles(qemu: OpenFolder, order: MachineOrder): Promise<void> {
  const { user, disks, firmware } = order
  await makeRunFolder(qemu)
  await makeSerialPipe(qemu, user)
  if (user === null) return
  await give(qemu, qemuFiles.cidata, user, 0o640)
  await give(qemu, qemuFiles.serialLog, user, 0o660)
  if (firmware === 'efi') await give(qemu, qemuFiles.efiVariables, user, 0o660)
  for (const { layers, medium } of disks) if (medium === 'disk') await giveLayer(qemu, layers[0]!, user)
  await qemu.give(qemu.owner, user, 0o750)
  await giveRunFolder(qemu, user)
}

/** Creates the serial port's pipe. A process with the right user and group does, so no path changes its owner. */
async function makeSerialPipe(qemu: OpenFolder, user: MachineUser | null): Promise<void> {
  const mkfifo = ['mkfifo', '-m', user === null ? '600' : '660', '--', qemuFiles.serialInput]
  const asOwner = ['setpriv', `--reuid=${qemu.owner}`, `--regid=${user}`, '--clear-groups', '--', ...mkfifo]
  const [program, ...args] = user === null ? mkfifo : asOwner
  await runProgram(program!, args, { cwd: qemu.self })
  await symlink('/dev/null', qemu.path(qemuFiles.serialOutput))
}

/** Lets a machine write to a layer that is linked in its folder. */
export const giveLayer = (qemu: OpenFolder, layer: OrderedLayer, user: MachineUser): Promise<void> =>
  give(qemu, layerFile(layer), user, 0o660)

/** Closes the folder to its machine, which has ended, and deletes all in it but the server's plain files. */
export async function takeBack(qemu: OpenFolder): Promise<void> {
  await qemu.give(qemu.owner, process.getgid!(), 0o700)
  for (const name of await qemu.names()) {
    const entry = await lstat(qemu.path(name))
    if (!entry.isFile() || entry.uid !== qemu.owner) await qemu.remove(name)
  }
}

async function give(qemu: OpenFolder, name: string, user: MachineUser, mode: number): Promise<void> {
  await using file = await qemu.file(name)
  await file.chown(qemu.owner, user)
  await file.chmod(mode)
}
