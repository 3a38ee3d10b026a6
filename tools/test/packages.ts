import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { show } from '../lib/command.ts'

/** Where a program is on the PATH. */
export const pathOf = (program: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path))

let updated: Promise<boolean> | undefined

/** Installs Debian packages, if this is root on Debian. Resolves to whether they are there then. */
export async function aptInstall(...packages: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${packages.join(', ')} (apt-get) …`)
  const apt = (...args: string[]) => show('apt-get', ['-qq', ...args], { DEBIAN_FRONTEND: 'noninteractive' })
  await (updated ??= apt('update'))
  return apt('install', '-y', '--no-install-recommends', ...packages)
}
