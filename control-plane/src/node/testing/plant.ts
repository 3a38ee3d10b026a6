import { execFile } from 'node:child_process'
import { chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { prepareDataFolder } from '../folder/data-folder.ts'
import { giveFolder } from '../rights/given-folder.ts'

export const ACCOUNT = { uid: 12_345, gid: 12_345 }

/** What another user may put where the server has a file or folder. */
export const PLANTS = {
  'a link to a file': (path: string, victim: string) => symlinkSync(join(victim, 'file'), path),
  'a link to a folder': (path: string, victim: string) => symlinkSync(victim, path),
  'a link to nothing': (path: string, victim: string) => symlinkSync(join(victim, 'nothing'), path),
  'a folder': (path: string) => {
    mkdirSync(path)
    writeFileSync(join(path, 'file'), '')
  },
  'a FIFO': (path: string) => promisify(execFile)('mkfifo', [path]),
  'a socket': (path: string) => new Promise<void>((resolve) => createServer().listen(path, resolve)),
} as const

/**
 * For a process of its own: puts what another user may put there in each of these places, each in another data folder,
 * runs the part of a start that uses the place, and prints how it ends.
 */
export async function tryPlaces(places: Record<string, (data: string) => unknown>): Promise<never> {
  const [kind, scratch, victim] = [process.argv[2] as keyof typeof PLANTS, process.argv[3]!, process.argv[4]!]
  for (const [place, start] of Object.entries(places)) {
    const folder = join(scratch, encodeURIComponent(place))
    for (const name of ['', 'qemu', 'postgres']) if (name !== place) mkdirSync(join(folder, name))
    const path = join(folder, place)
    await PLANTS[kind](path, victim)
    lchownSync(path, ACCOUNT.uid, ACCOUNT.gid)
    for (const theirs of [folder, join(folder, 'postgres')]) chownSync(theirs, ACCOUNT.uid, ACCOUNT.gid)
    using data = prepareDataFolder(folder)
    const outcome = await Promise.resolve()
      .then(() => start(data.path))
      .then(
        () => 'done',
        (error: Error) => error.message,
      )
    giveFolder(data, ACCOUNT)
    process.stdout.write(`${place}: ${outcome}\n`)
  }
  process.exit()
}
