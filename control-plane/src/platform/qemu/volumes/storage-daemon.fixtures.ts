import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { Layer } from './chain-reader.ts'
import type { OpenVolumes } from './open-volumes.ts'

const run = promisify(execFile)

interface Message {
  id?: number
  return?: unknown
  error?: { desc: string }
  event?: string
}

/** QEMU's block layer without a machine: it has one volume open, to which a guest writes over a socket. */
export class StorageDaemon implements OpenVolumes {
  readonly #folder: string
  #volumeId: string | undefined
  #process!: ChildProcess
  #socket!: Socket
  #asked = 0
  #nodes = 0
  readonly #waiting = new Map<number | string, (message: Message) => void>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async begin(volumeId: string, chain: readonly Layer[]): Promise<void> {
    const qmp = join(this.#folder, 'qmp.sock')
    const monitor = ['--chardev', `socket,id=qmp,path=${qmp},server=on,wait=off`, '--monitor', 'chardev=qmp']
    const server = ['--nbd-server', `addr.type=unix,addr.path=${this.#guestSocket}`]
    this.#process = spawn('qemu-storage-daemon', [...monitor, ...server], { stdio: ['ignore', 'ignore', 'inherit'] })
    this.#socket = await connected(qmp)
    createInterface(this.#socket).on('line', (line) => this.#receive(JSON.parse(line) as Message))
    await this.#ask('qmp_capabilities')
    await this.#ask('blockdev-add', { 'node-name': this.#nextNode(), ...nodeOf(chain) })
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

  async continueOn(_: string, [newest]: readonly Layer[]): Promise<void> {
    const before = this.#node
    await this.#ask('blockdev-add', { 'node-name': this.#nextNode(), ...nodeOf([newest!]) })
    await this.#ask('blockdev-snapshot', { node: before, overlay: this.#node })
  }

  async flatten(): Promise<void> {
    const completed = new Promise<Message>((resolve) => this.#waiting.set('BLOCK_JOB_COMPLETED', resolve))
    await this.#ask('block-stream', { 'job-id': 'flatten', device: this.#node })
    await completed
  }

  async guest(...commands: string[]): Promise<string> {
    const address = `nbd+unix:///volume?socket=${this.#guestSocket}`
    const { stdout } = await run('qemu-io', ['-f', 'raw', ...commands.flatMap((one) => ['-c', one]), address])
    return stdout
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#volumeId = undefined
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill(signal)
      await once(this.#process, 'exit')
    }
    this.#socket.destroy()
  }

  get #guestSocket(): string {
    return join(this.#folder, 'guest.sock')
  }

  get #node(): string {
    return `node${this.#nodes}`
  }

  #nextNode(): string {
    this.#nodes++
    return this.#node
  }

  async #ask(execute: string, args: Record<string, unknown> = {}): Promise<void> {
    const id = ++this.#asked
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve))
    this.#socket.write(`${JSON.stringify({ execute, arguments: args, id })}\n`)
    const { error } = await answer
    if (error) throw new Error(`${execute}: ${error.desc}`)
  }

  #receive(message: Message): void {
    const key = message.id ?? message.event
    if (key === undefined) return
    this.#waiting.get(key)?.(message)
    this.#waiting.delete(key)
  }
}

/** The newest layer as a node, with those below it; the last one without more. */
const nodeOf = ([newest, ...older]: readonly Layer[]): Record<string, unknown> => ({
  driver: newest!.format,
  file: { driver: 'file', filename: newest!.path },
  ...(newest!.format === 'qcow2' && { backing: older.length > 0 ? nodeOf(older) : null }),
})

async function connected(path: string): Promise<Socket> {
  for (;;) {
    const socket = createConnection(path)
    const result = await once(socket, 'connect').catch(() => undefined)
    if (result) return socket
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
