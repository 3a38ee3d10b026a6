import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../base/run-program.ts'
import type { HostProgram } from './host-programs.ts'

/** Folders that are not in ordinary users' path, though some of their programs work for them. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin']

interface Program {
  path: string
  /** `7.2.22`; undefined if its output has no version. */
  version: string | undefined
}

/** Finds a program like a shell does. Undefined if there is none, or it does not run. */
export async function findProgram({
  name,
  versionFlag = '--version',
}: Pick<HostProgram, 'name' | 'versionFlag'>): Promise<Program | undefined> {
  for (const folder of [...(process.env.PATH ?? '').split(':').filter(Boolean), ...SYSTEM_FOLDERS]) {
    const path = join(folder, name)
    if (
      !(await access(path, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      continue
    const written = await runProgram(path, [versionFlag], { timeout: 10_000 }).catch(() => undefined)
    return written && { path, version: /^.*?(\d+(\.\d+)+)/.exec(written.stdout)?.[1] }
  }
  return undefined
}
