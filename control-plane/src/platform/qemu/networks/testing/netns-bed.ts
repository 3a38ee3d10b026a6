import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { VpcDocument } from '../../../interface/networks.ts'
import { familyOf } from '../addresses.ts'
import { command, namespaceNames } from '../commands.ts'
import { NamespaceNetworks, type NamespaceNetworksOptions } from '../namespace-networks.ts'
import { planNetwork } from '../plan.ts'

/** The host's address, which no guest may reach. */
export const HOST_ADDRESS = '198.51.100.1'

const isInstalled = (program: string) =>
  command(program, ['--version']).then(
    () => true,
    () => false,
  )

/** Whether this is root, with the programs that networks need. */
export const canMakeNetworks = async (): Promise<boolean> =>
  process.getuid?.() === 0 && (await Promise.all(['nft', 'dnsmasq'].map(isInstalled))).every(Boolean)

/** A host of its own with guests, all in network namespaces: nothing of the machine's own network takes part. */
export class NetnsBed {
  readonly tag: string
  readonly host: string
  readonly folder: string
  readonly #children: ChildProcess[] = []

  private constructor(tag: string, folder: string) {
    this.tag = tag
    this.host = `${tag}-host`
    this.folder = folder
  }

  static async open(): Promise<NetnsBed> {
    const tag = `t${(process.pid % 36 ** 3).toString(36)}${(NetnsBed.#opened++).toString(36)}`
    const bed = new NetnsBed(tag, await mkdtemp(join(tmpdir(), 'skerry-networks-')))
    // dnsmasq reads its files as a user of its own.
    await chmod(bed.folder, 0o755)
    await command('ip', ['netns', 'add', bed.host])
    await command('ip', ['-n', bed.host, 'link', 'set', 'lo', 'up'])
    await command('ip', ['-n', bed.host, 'address', 'add', `${HOST_ADDRESS}/32`, 'dev', 'lo'])
    return bed
  }

  static #opened = 0

  /** Another process, as after the first has ended. */
  networks(more: Pick<NamespaceNetworksOptions, 'uplink' | 'uplinkType' | 'resolvers'> = {}): NamespaceNetworks {
    return new NamespaceNetworks({ ...this.options, ...more })
  }

  get options(): NamespaceNetworksOptions {
    const { tag, folder, host } = this
    return { tag, folder, host }
  }

  /** A machine in a network beside the host, and the host's link there. */
  async neighbour(address: string): Promise<{ neighbour: string; uplink: string }> {
    const [neighbour, uplink] = [`${this.tag}-lan`, 'lan0']
    await command('ip', ['netns', 'add', neighbour])
    await this.ip(this.host, `link add ${uplink} type veth peer name eth0 netns ${neighbour}`, `link set ${uplink} up`)
    await this.ip(neighbour, 'link set lo up', 'link set eth0 up', `address add ${address}/24 dev eth0`)
    await this.ip(this.host, `route add ${address}/32 dev ${uplink}`)
    return { neighbour, uplink }
  }

  namespaceOf({ id }: Pick<VpcDocument, 'id'>): string {
    return `skerry-${this.tag}-${id}`
  }

  /** Puts a namespace in the place of the machine behind an interface. The document must be declared again then. */
  async guest(document: VpcDocument, nicId: string): Promise<string> {
    const { link, mac, ip, subnet } = planNetwork(document).interfaces.find(({ id }) => id === nicId)!
    const [guest, vpc] = [`${this.tag}-${document.vni}-${nicId.slice(-4)}`, this.namespaceOf(document)]
    await command('ip', ['netns', 'add', guest])
    await command('ip', ['-n', vpc, 'link', 'del', link])
    const peer = ['peer', 'name', 'eth0', 'address', mac, 'netns', guest]
    await command('ip', ['-n', vpc, 'link', 'add', link, 'type', 'veth', ...peer])
    const at = familyOf(ip) === 4 ? 0 : 1
    const address = `${ip}/${subnet.networks[at].width} dev eth0`
    await this.ip(guest, 'link set lo up', 'link set eth0 up', `address add ${address}${at === 1 ? ' nodad' : ''}`)
    await this.ip(guest, `route add default via ${subnet.gateways[at]}`)
    return guest
  }

  async ip(namespace: string, ...lines: string[]): Promise<void> {
    await command('ip', ['-n', namespace, '-batch', '-'], lines.map((line) => `${line}\n`).join(''))
  }

  /** Runs a script in a namespace and returns its lines as they come. */
  async script(namespace: string, text: string): Promise<AsyncIterator<string>> {
    const child = spawn('ip', ['netns', 'exec', namespace, process.execPath, '-e', text], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#children.push(child)
    return createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }

  /** Echoes what arrives at a port of a namespace. */
  async echo(namespace: string, port: number): Promise<void> {
    const lines = await this.script(
      namespace,
      `require('net').createServer((s) => { s.on('error', () => {}); s.pipe(s) }).listen(${port}, () => console.log('up'))`,
    )
    await lines.next()
  }

  /** Whether an echo comes back; `silent` is that nothing at all came within that time. */
  async reach(namespace: string, address: string, port: number, ms = 1000): Promise<string> {
    const lines = await this.script(
      namespace,
      `const s = require('net').connect(${port}, '${address}', () => s.write('hello'))
       const end = (text) => { console.log(text); process.exit() }
       s.on('data', (data) => end(data.toString())).on('error', (error) => end(error.code))
       setTimeout(() => end('silent'), ${ms})`,
    )
    return (await lines.next()).value as string
  }

  endScripts(): void {
    for (const child of this.#children) child.kill('SIGKILL')
  }

  async close(): Promise<void> {
    this.endScripts()
    const left = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    await Promise.all(left.map((child) => once(child, 'exit')))
    await this.networks().removeAll()
    for (const name of await namespaceNames())
      if (name.startsWith(`${this.tag}-`)) await command('ip', ['netns', 'del', name])
    await rm(this.folder, { recursive: true, force: true })
  }
}
