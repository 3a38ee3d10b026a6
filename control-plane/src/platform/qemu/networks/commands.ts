import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { OUTER_MAC } from './links.ts'
import type { Tool } from './namespace-state.ts'

/** A program exited with a status other than zero. */
class CommandError extends Error {
  override readonly name = 'CommandError'
}

const MAX_OUTPUT = 64 * 1024 * 1024

/** Runs a program without a shell. Resolves with its output. */
export function command(file: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, [...args], { maxBuffer: MAX_OUTPUT }, (error, stdout, stderr) => {
      if (error) reject(new CommandError(`${file} ${args.join(' ')}: ${stderr.trim() || error.message}`))
      else resolve(stdout)
    })
    // A program that exits before it has read its input explains that by its status.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/** Ids of the processes in a network namespace; none when there is no such namespace. */
export async function processesIn(namespace: string): Promise<number[]> {
  if (!(await namespaceNames()).includes(namespace)) return []
  return (await command('ip', ['netns', 'pids', namespace])).split('\n').filter(Boolean).map(Number)
}

/** `ip -force` still exits on `neighbour del` of a missing entry, so the entry is created first. */
function withWhatItDeletes(line: string): string[] {
  const [, neighbour] = /^neighbour del (.+)$/.exec(line) ?? []
  if (neighbour === undefined) return [line]
  const entry = neighbour.startsWith('proxy ') ? neighbour : `${neighbour} lladdr ${OUTER_MAC} nud permanent`
  return [`neighbour replace ${entry}`, line]
}

const PROGRAMS = { ip4: ['ip', '-4'], ip6: ['ip', '-6'], bridge: ['bridge'] } as const

/** Runs programs in one network namespace; undefined stands for this process's own. */
export class Namespace {
  readonly name: string | undefined

  constructor(name: string | undefined) {
    this.name = name
  }

  run(file: string, args: readonly string[], input = ''): Promise<string> {
    if (this.name === undefined) return command(file, args, input)
    return command('ip', ['netns', 'exec', this.name, file, ...args], input)
  }

  /** Runs lines in one process, up to the first failing one; with `force`, all of them. */
  async batch(tool: Tool, lines: readonly string[], force = false): Promise<void> {
    if (lines.length === 0) return
    const [program, ...family] = PROGRAMS[tool]
    const args = [
      ...family,
      ...(this.name === undefined ? [] : ['-n', this.name]),
      ...(force ? ['-force'] : []),
      '-batch',
      '-',
    ]
    const all = force ? lines.flatMap(withWhatItDeletes) : lines
    const running = command(program, args, all.map((line) => `${line}\n`).join(''))
    await (force ? running.catch(() => '') : running)
  }

  /** Output of `ip` about IPv4 and links. */
  async json<T>(...args: string[]): Promise<T[]> {
    const where = this.name === undefined ? [] : ['-n', this.name]
    return JSON.parse((await command('ip', [...where, '-4', '-j', ...args])) || '[]')
  }

  links(): Promise<{ ifname: string; master?: string }[]> {
    return this.json('link', 'show')
  }

  async nft(text: string): Promise<void> {
    await this.run('nft', ['-f', '-'], text)
  }

  async sysctl(values: Readonly<Record<string, number>>): Promise<void> {
    await this.run('sysctl', ['-q', '-w', ...Object.entries(values).map(([name, value]) => `${name}=${value}`)])
  }
}

/** Folder in which `ip netns` keeps its namespaces. */
const NAMESPACES = '/run/netns'

/** Command prefix that runs a program in a network namespace, without another process in between. */
export const inNamespace = (name: string): string[] => ['nsenter', `--net=${NAMESPACES}/${name}`, '--']

const CAP_SYS_ADMIN = 21n

/**
 * Command prefix that runs a program in an empty network namespace, which ends with it. Empty without the right to
 * create one, as for an ordinary user: the program then has the network of this process.
 */
export async function inEmptyNamespace(): Promise<string[]> {
  const [, effective] = /^CapEff:\s+(.+)$/m.exec(await readFile('/proc/self/status', 'utf8')) ?? []
  return (BigInt(`0x${effective}`) >> CAP_SYS_ADMIN) & 1n ? ['unshare', '--net', '--'] : []
}

/** Names of all network namespaces that `ip netns` knows. Cheap: no program runs. */
export async function namespaceNames(): Promise<string[]> {
  try {
    return await readdir(NAMESPACES)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
