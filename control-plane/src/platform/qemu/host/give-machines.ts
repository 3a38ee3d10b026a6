import { lchown, lstat } from 'node:fs/promises'
import { QEMU_FOLDER } from '../machines/machine-files.ts'
import { isRunFolder } from '../machines/machine-socket.ts'
import { machineUser } from '../machines/machine-user.ts'
import { type OpenFolder, openOwned } from '../../../file-system/open-folder.ts'

interface Account {
  uid: number
  gid: number
}

/**
 * Gives the account the files that machines own, for a server that kept root's rights before. Machines keep access by
 * their group, also while they run. They lose the right to write their whole folder, which an earlier version gave.
 */
export async function giveMachines(machines: OpenFolder, account: Account): Promise<void> {
  for (const id of await machines.names()) {
    await using machine = await openGiven(machines, id, account)
    await using qemu = machine && (await openGiven(machine, QEMU_FOLDER, account))
    if (!qemu) continue
    const { uid, gid, mode } = await qemu.stat()
    if (mode & 0o020) await qemu.give(uid, gid, 0o750)
    for (const name of await qemu.names()) await giveEntry(qemu, name, account)
  }
}

/** Opens a folder that belongs to the account or, before the account gets the data folder, to root; else undefined. */
async function openGiven(above: OpenFolder, name: string, account: Account): Promise<OpenFolder | undefined> {
  const entry = await lstat(above.path(name)).catch(() => undefined)
  if (!entry?.isDirectory() || ![account.uid, 0].includes(entry.uid)) return undefined
  return above.folder(name, entry.uid)
}

async function giveEntry(qemu: OpenFolder, name: string, account: Account): Promise<void> {
  const [path, { gid: machine }] = [qemu.path(name), await qemu.stat()]
  const entry = await lstat(path)
  const isMachines = machineUser.safeParse(entry.uid).success
  if (entry.isFile() && isMachines) {
    await using file = await openOwned(path, entry.uid)
    await file.chown(account.uid, entry.gid)
    await file.chmod(0o660)
  } else if (entry.isSocket() && machineUser.safeParse(machine).success) await lchown(path, machine, machine)
  else if (!entry.isFile() && !isRunFolder(name)) await qemu.remove(name)
}
