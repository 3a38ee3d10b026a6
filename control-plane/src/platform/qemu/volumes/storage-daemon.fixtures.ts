import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DurableFiles } from '../../../file-system/durable-files.ts'
import { BlockJobs } from '../machines/disks/block-jobs.ts'
import { layerNode, layerNodes, nodeName } from '../machines/process/block-nodes.ts'
import { type QmpCommand, qmpCommands, type QmpResult } from '../machines/qmp/qmp-messages.ts'
import type { Layer } from './chain-reader.ts'
import type { LiveCopy, OpenVolumes } from './open-volumes.ts'

const run = promisify(execFile)

interface Message {
  id?: number
  return?: unknown
  error?: { desc: string }
}

/** QEMU's block layer without a machine: it has one volume open, to which a guest writes over a socket. */
export class StorageDaemon implements OpenVolumes {
  readonly #folder: string
  readonly #files: DurableFiles
  readonly #jobs: BlockJobs
  /** Called before each command that changes something. */
  readonly #before: () => Promise<void> | void
  /** Not in the folder of the volumes, whose file system may have none. */
  #sockets = ''
  #volumeId: string | undefined
  /** By name, all that it was given since it began. */
  readonly #layers = new Set<string>()
  #node: string | undefined
  #process: ChildProcess | undefined
  #socket: Socket | undefined
  #asked = 0
  readonly #waiting = new Map<number, (message: Message) => void>()

  /** @param folder of the volumes */
  constructor(folder: string, before: () => Promise<void> | void = () => {}, files = new DurableFiles()) {
    this.#folder = folder
    this.#before = before
    this.#files = files
    this.#jobs = new BlockJobs({
      execute: (command, parameters) => this.#execute(command, parameters),
      sleep: () => setTimeout(10),
      sync: ({ path }) => this.#files.sync(path),
    })
  }

  async begin(volumeId: string, chain: readonly Layer[]): Promise<void> {
    this.#sockets = await mkdtemp(join(tmpdir(), 'skerry-qemu-sockets-'))
    const qmp = join(this.#sockets, 'qmp.sock')
    const monitor = ['--chardev', `socket,id=qmp,path=${qmp},server=on,wait=off`, '--monitor', 'chardev=qmp']
    const server = ['--nbd-server', `addr.type=unix,addr.path=${this.#guestSocket}`]
    this.#process = spawn('qemu-storage-daemon', [...monitor, ...server], {
      // Its layers have no other names for it, as for a machine.
      cwd: join(this.#folder, 'layers'),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const socket = (this.#socket = await connected(qmp))
    socket.on('close', () => {
      for (const resolve of this.#waiting.values()) resolve({ error: { desc: 'The daemon has ended' } })
    })
    const lines = createInterface(socket).on('line', (line) => this.#receive(JSON.parse(line) as Message))
    for (const one of [socket, lines]) one.on('error', () => {})
    await this.#ask('qmp_capabilities')
    for (const { path } of chain) this.#layers.add(basename(path))
    for (const node of layerNodes([{ chain, medium: 'disk' }])) await this.#ask('blockdev-add', node)
    this.#node = nodeName(chain[0]!)
    await this.#ask('block-export-add', {
      type: 'nbd',
      id: 'guest',
      name: 'volume',
      'node-name': this.#node,
      writable: true,
    })
    this.#volumeId = volumeId
  }

  isOpen(volumeId: string): boolean {
    return this.#volumeId === volumeId
  }

  isHeld(layer: string, besides: string | null): boolean {
    return this.#volumeId !== undefined && this.#volumeId !== besides && this.#layers.has(layer)
  }

  async forgetLayers(isKnown: (layer: string) => boolean): Promise<void> {
    for (const layer of this.#layers) if (!isKnown(layer)) this.#layers.delete(layer)
  }

  async continueOn(_: string, [newest]: readonly Layer[]): Promise<void> {
    const overlay = nodeName(newest!)
    if (this.#node === overlay) return
    this.#layers.add(basename(newest!.path))
    await this.#execute('blockdev-add', layerNode(newest!, null, 'write'))
    await this.#execute('blockdev-snapshot', { node: this.#node, overlay })
    this.#node = overlay
  }

  async flatten(_: string, copy: LiveCopy): Promise<void> {
    await this.#jobs.flatten('flatten', copy)
    await this.#removeUnused(copy.chain)
  }

  async merge(_: string, merge: LiveCopy): Promise<void> {
    await this.#jobs.commit('merge', merge)
    await this.#removeUnused(merge.chain)
  }

  async endCopies(): Promise<void> {
    for (const job of ['merge', 'flatten']) await this.#jobs.end(job)
  }

  async guest(...commands: string[]): Promise<string> {
    const address = `nbd+unix:///volume?socket=${this.#guestSocket}`
    const { stdout } = await run('qemu-io', ['-f', 'raw', ...commands.flatMap((one) => ['-c', one]), address])
    return stdout
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#volumeId = undefined
    this.#layers.clear()
    const child = this.#process
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    this.#socket?.destroy()
    if (this.#sockets) await rm(this.#sockets, { recursive: true, force: true })
  }

  get #guestSocket(): string {
    return join(this.#sockets, 'guest.sock')
  }

  async #removeUnused(chain: readonly Layer[]): Promise<void> {
    for (const layer of chain.slice(1))
      await this.#execute('blockdev-del', { 'node-name': nodeName(layer) }).catch(() => {})
  }

  async #execute<Command extends QmpCommand>(
    command: Command,
    parameters: Readonly<Record<string, unknown>> = {},
  ): Promise<QmpResult<Command>> {
    if (!command.startsWith('query')) await this.#before()
    return qmpCommands[command].parse(await this.#ask(command, parameters)) as QmpResult<Command>
  }

  async #ask(execute: string, args: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const id = ++this.#asked
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve))
    if (!this.#socket || this.#socket.destroyed) throw new Error('The daemon has ended')
    this.#socket.write(`${JSON.stringify({ execute, arguments: args, id })}\n`)
    const { error, return: result } = await answer
    if (error) throw new Error(`${execute}: ${error.desc}`)
    return result
  }

  #receive(message: Message): void {
    if (message.id === undefined) return
    this.#waiting.get(message.id)?.(message)
    this.#waiting.delete(message.id)
  }
}

async function connected(path: string): Promise<Socket> {
  for (;;) {
    const socket = createConnection(path)
    const result = await once(socket, 'connect').catch(() => undefined)
    if (result) return socket
    await setTimeout(20)
  }
}
