import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Receives UDP at some ports, and sends packets on request. Each packet's content is its name. */
const SCRIPT = `
  const { createSocket } = require('dgram')
  const say = (what) => console.log(JSON.stringify(what))
  const ports = JSON.parse(process.argv[1])
  for (const port of ports) {
    const socket = createSocket('udp4')
    socket.on('message', (data, from) => say({ name: data.toString(), source: from.address }))
    socket.bind(port)
  }
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { name, source, destination, port } = JSON.parse(line)
    const socket = createSocket('udp4')
    socket.on('error', () => {})
    socket.bind(0, source, () => socket.send(name, port, destination, () => say({ sent: name })))
  })
  say({ sent: 'nothing' })`

export interface Received {
  name: string
  source: string
}

/** A program in a network namespace that sends and receives packets. */
export class Agent {
  readonly received: Received[] = []
  readonly #child: ChildProcess
  readonly #waiting = new Map<string, () => void>()

  private constructor(namespace: string, ports: readonly number[]) {
    this.#child = spawn(
      'ip',
      ['netns', 'exec', namespace, process.execPath, '-e', SCRIPT, '--', JSON.stringify(ports)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      const message = JSON.parse(line) as Received | { sent: string }
      if ('sent' in message) this.#waiting.get(message.sent)?.()
      else this.received.push(message)
    })
  }

  static async start(namespace: string, ports: readonly number[]): Promise<Agent> {
    const agent = new Agent(namespace, ports)
    await agent.#until('nothing')
    return agent
  }

  /** Resolves once it has left the program. */
  async send(packet: { name: string; source: string; destination: string; port: number }): Promise<void> {
    const sent = this.#until(packet.name)
    this.#child.stdin!.write(`${JSON.stringify(packet)}\n`)
    await sent
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }

  #until(name: string): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(name, resolve))
  }
}
