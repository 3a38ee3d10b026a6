import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, readFileSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openOwned } from '../../../file-system/open-folder.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import { isThere } from '../base/is-there.ts'
import { isAlive, killProcess, readProcess, startTimeOf, userOf } from '../base/process-id.ts'
import { type CgroupName, type Cgroups, networkLimits } from '../cgroups/cgroups.ts'
import { LOOPBACK, SSH_PORT } from '../machines/order/host-port.ts'
import type { MachineOrder, OrderedNic } from '../machines/order/machine-order.ts'
import type { MachineFolder } from '../machines/record/machine-folder.ts'
import { addressText, familyOf, parseNetwork } from './addresses.ts'
import type { MachineConnections, MachineConnector } from './machine-networks.ts'
import { aloneBackends } from './user-network.ts'

const READY_MS = 30_000
const READY_POLL_MS = 20

/** Addresses inside the namespace and of its gateway, in a range that no network uses. */
const [INSIDE, GATEWAY] = ['198.18.0.2', '198.18.0.1']

/**
 * Networks that guests must not reach: private ones with the host's other services, link-local and other addresses of
 * clouds' metadata services, and everything that is not a unicast address of the internet.
 */
const CLOSED = `
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15
168.63.129.16/32 224.0.0.0/4 240.0.0.0/4`

/** Blocks these networks for the whole namespace, and runs a program in it. Deletes its folder afterwards. */
const CLOSING_SCRIPT = `
for network in $1; do ip route replace unreachable "$network" || exit 1; done
folder=$2; shift 2; "$@"; rm -rf -- "$folder"`

/**
 * A way out for the machines of an ordinary user. Each has a network namespace that no other machine is in: pasta connects
 * it to the host's network, and routes in it close what guests must not reach. In it runs passt, which gives the machine
 * its address, and opens a connection in the namespace for each of the guest's. Both end with the machine's QEMU. Their
 * socket is in a temporary folder: AppArmor lets passt write there and at home, and not in every data folder.
 */
export class PasstNetwork implements MachineConnector {
  readonly #cgroups: Cgroups

  constructor(cgroups: Cgroups) {
    this.#cgroups = cgroups
  }

  async connect(order: MachineOrder, machine: MachineFolder): Promise<MachineConnections> {
    await this.disconnect(machine)
    const backends = aloneBackends(order.nics)
    const primary = order.nics.find(({ primary, ip }) => primary && familyOf(ip) === 4)
    if (primary) {
      const path = await this.#open(primary, order.sshPort, machine)
      backends.set(primary.id, { type: 'stream', server: false, addr: { type: 'unix', path } })
    }
    return { backends }
  }

  /** Programs end by themselves when QEMU closes the socket: this finds those to which no QEMU connected. */
  async disconnect(machine: MachineFolder): Promise<void> {
    await endPrograms(socketName(basename(machine.path)))
    await this.#cgroups.remove(cgroupOf(machine))
  }

  /** Starts the programs. Resolves to the socket for QEMU. */
  async #open(nic: OrderedNic, sshPort: number | null, machine: MachineFolder): Promise<string> {
    const socket = await newSocket(basename(machine.path))
    await using log = await openOwned(machine.file('networkLog'), process.getuid!(), constants.O_WRONLY)
    await log.truncate()
    const [program, ...args] = [
      ...(await this.#cgroups.enter(cgroupOf(machine), networkLimits)).command,
      ...passtCommand(socket, nic, sshPort),
    ]
    const child = spawn(program!, args, { detached: true, stdio: ['ignore', log.fd, log.fd], env: environment() })
    await once(child, 'spawn').catch((error: Error) => Promise.reject(failed(error.message)))
    child.unref()
    const output = () => machine.messages('networkLog')
    await untilReady(child, socket, output)
    // pasta ends with the program that it started in its namespace.
    await machine.writeNetworkProcess({ pid: child.pid!, startTime: startTimeOf(child.pid!) ?? -1 })
    return socket
  }
}

/** A cgroup apart from QEMU's, since the program would use QEMU's memory. */
const cgroupOf = ({ path }: MachineFolder): CgroupName => `passt-${basename(path)}`

/** Environment with `ip` in its path, which not all users have. */
export const environment = () => ({ PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` })

const socketName = (id: string) => `${id}.sock`

const SOCKET_FOLDER_PREFIX = 'skerry-passt-'

/** Path of a new socket. Its programs are found by its name. */
export const newSocket = async (id: string): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), SOCKET_FOLDER_PREFIX)), socketName(id))

/** Ends this user's programs with a socket of that name, and deletes the socket. */
export async function endPrograms(name: string): Promise<void> {
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry)
    const socket = pid
      ? readProcess(pid, 'cmdline')
          .split('\0')
          .find((text) => text.endsWith(`/${name}`))
      : undefined
    if (socket === undefined) continue
    const startTime = startTimeOf(pid)
    if (startTime === undefined || userOf(pid) !== process.getuid!()) continue
    killProcess(pid)
    while (isAlive({ pid, startTime })) await delay(READY_POLL_MS)
    await rm(dirname(socket), { recursive: true, force: true })
  }
  await removeSockets(name)
}

/**
 * Deletes sockets of programs that were killed before they could. Folders of other machines may disappear meanwhile.
 */
async function removeSockets(name: string): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const folder = join(tmpdir(), entry)
    if (!entry.startsWith(SOCKET_FOLDER_PREFIX) || !(await isThere(join(folder, name)))) continue
    const { uid } = (await lstat(folder).catch(() => undefined)) ?? {}
    if (uid === process.getuid!()) await rm(folder, { recursive: true, force: true })
  }
}

/** QEMU's backend that connects a network interface by a socket. */
export const passtCommand = (socket: string, nic: PasstNic, sshPort: number | null): string[] => [
  'pasta',
  ...pastaArguments(sshPort),
  dirname(socket),
  ...passtArguments(socket, nic, sshPort),
]

type PasstNic = Pick<OrderedNic, 'ip' | 'prefixLength'>

/** Command that connects a new namespace to the host's network, and runs a script in it with a folder and a command. */
function pastaArguments(sshPort: number | null): string[] {
  const hosts = new Set(ownAddresses().map((address) => `${address}/32`))
  return [
    ['--foreground', '--quiet', '--ipv4-only', '--config-net'],
    ['--address', INSIDE, '--netmask', '30', '--gateway', GATEWAY],
    // The gateway's address must not lead to the host's loopback, and no ports are forwarded.
    ['--no-map-gw', '--tcp-ns', 'none', '--udp-ns', 'none', '--udp-ports', 'none'],
    ['--tcp-ports', sshPort === null ? 'none' : `${LOOPBACK}/${sshPort}:${SSH_PORT}`],
    // DNS goes to the first server in the host's resolv.conf, even on its loopback.
    ['--dns-forward', GATEWAY],
    ['--', 'sh', '-c', CLOSING_SCRIPT, 'sh', [CLOSED, ...hosts].join(' ')],
  ].flat()
}

/** The host's IPv4 addresses, including those of disconnected links. */
const ownAddresses = (): string[] =>
  [...readFileSync('/proc/net/fib_trie', 'latin1').matchAll(/-- (\S+)\n\s+\/32 host LOCAL/g)].map(([, own]) => own!)

function passtArguments(socket: string, nic: PasstNic, sshPort: number | null): string[] {
  const { first, text } = parseNetwork(`${nic.ip}/${nic.prefixLength}`)
  return [
    ['passt', '--foreground', '--quiet', '--ipv4-only', '--one-off', '--socket', socket],
    // The first address of a subnet is never an interface's.
    ['--address', nic.ip, '--netmask', text.split('/')[1]!, '--gateway', addressText(first + 1n, 4)],
    ['--no-map-gw', '--udp-ports', 'none', '--tcp-ports', sshPort === null ? 'none' : `${SSH_PORT}`],
    ['--dns', GATEWAY, '--no-dhcp-search'],
  ].flat()
}

/** Waits for the socket. @throws `transient` with the programs' output if they end instead: the port may be taken */
export async function untilReady(child: ChildProcess, socket: string, output: () => Promise<string>): Promise<void> {
  const end = performance.now() + READY_MS
  while (!(await isThere(socket))) {
    if (child.exitCode === null && child.signalCode === null && performance.now() < end) {
      await delay(READY_POLL_MS)
      continue
    }
    child.kill('SIGKILL')
    throw failed(await output())
  }
}

const failed = (why: string) =>
  new PlatformError('transient', `passt did not connect the machine: ${why.trim().slice(-500) || 'it did not answer'}`)
