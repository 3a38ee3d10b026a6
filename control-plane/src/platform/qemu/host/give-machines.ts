import { constants } from 'node:fs'
import { lchown, lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MachineFolder } from '../machines/machine-state.ts'
import { machineUser } from '../machines/machine-user.ts'

/**
 * Gives the account what machines own: a server that kept root's rights gave them their files. They keep the use of them
 * by their group, also while they run.
 */
export async function giveMachines(folder: string, account: { uid: number; gid: number }): Promise<void> {
  const ids = await readdir(folder).catch(() => [])
  for (const id of ids) {
    const { path } = new MachineFolder(join(folder, id)).qemu
    for (const name of await readdir(path).catch(() => [])) await giveFile(join(path, name), account.uid)
  }
}

async function giveFile(path: string, owner: number): Promise<void> {
  const entry = await lstat(path)
  if (!machineUser.safeParse(entry.uid).success) return
  if (entry.isFile()) {
    // Not by its path, which could be a link by now.
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    const { uid, gid } = await file.stat()
    if (uid !== entry.uid) return
    await file.chown(owner, gid)
    await file.chmod(0o660)
  } else await lchown(path, owner, entry.gid)
}
