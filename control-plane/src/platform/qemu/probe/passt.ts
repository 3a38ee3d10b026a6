import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { endPrograms, environment, newSocket, passtCommand, untilReady } from '../networks/passt.ts'
import { passtPrograms } from './host-programs.ts'
import { findProgram } from './programs.ts'

/** An interface of an imaginary guest. */
const NIC = { ip: '172.30.0.5', prefixLength: 22 }

/** Why passt cannot connect this user's machines to the outside; undefined if a test connection has just worked. */
export async function passtProblem(): Promise<string | undefined> {
  for (const program of passtPrograms)
    if (!(await findProgram(program))) return `there is no ${program.name}: apt-get install ${program.debianPackage}`
  const socket = await newSocket(crypto.randomUUID())
  const [program, ...args] = passtCommand(socket, NIC, null)
  const child = spawn(program!, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
  try {
    return await startProblem(child, socket)
  } finally {
    await endPrograms(basename(socket))
    child.unref()
  }
}

async function startProblem(child: ChildProcess, socket: string): Promise<string | undefined> {
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (bytes: Buffer) => (written += bytes.toString()))
  const closed = once(child, 'close')
  try {
    await untilReady(child, socket, async () => (await closed, written))
    return undefined
  } catch (error) {
    const lines = written.split('\n').filter((line) => line && !line.includes('syslog'))
    return `passt does not work: ${lines.at(-1) ?? (error as Error).message}`
  }
}
