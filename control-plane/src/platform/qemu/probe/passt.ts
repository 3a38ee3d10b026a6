import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { environment, pastaArguments } from '../networks/passt.ts'
import { passtPrograms } from './host-programs.ts'
import { findProgram } from './programs.ts'

const run = promisify(execFile)
const LIMIT_MS = 30_000

/** Why passt gives the machines of this ordinary user no way out; undefined if a network was just made with it. */
export async function passtProblem(): Promise<string | undefined> {
  for (const program of passtPrograms)
    if (!(await findProgram(program))) return `there is no ${program.name}: apt-get install ${program.debianPackage}`
  try {
    await run('pasta', [...pastaArguments(null), 'true'], {
      env: environment(),
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    })
    return undefined
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    const lines = (stderr ?? '').split('\n').filter((line) => line && !line.includes('syslog'))
    return `passt does not work: ${lines.at(-1) ?? message.split('\n')[0]}`
  }
}
