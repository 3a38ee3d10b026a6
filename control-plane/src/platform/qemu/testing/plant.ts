import { chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { command } from '../networks/commands.ts'

/** What another user may put where the server has a file or folder. */
export const PLANTS = {
  'a link to a file': (path: string, victim: string) => symlinkSync(join(victim, 'file'), path),
  'a link to a folder': (path: string, victim: string) => symlinkSync(victim, path),
  'a link to nothing': (path: string, victim: string) => symlinkSync(join(victim, 'nothing'), path),
  'a folder': (path: string) => {
    mkdirSync(path)
    writeFileSync(join(path, 'file'), '')
  },
  'a FIFO': (path: string) => command('mkfifo', [path]),
  'a socket': (path: string) => new Promise<void>((resolve) => createServer().listen(path, resolve)),
} as const

/** Gives these folders and what it makes to the user. */
export async function plant(kind: string, path: string, victim: string, user: number, folders: string[]) {
  await PLANTS[kind as keyof typeof PLANTS](path, victim)
  lchownSync(path, user, user)
  for (const folder of folders) chownSync(folder, user, user)
}
