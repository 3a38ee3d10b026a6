import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { systemClock } from '../../../clock/clock.ts'
import { type ControlPlane, createControlPlane } from '../../../control-plane.ts'
import { openDatabase } from '../../../kernel/database/database.ts'
import { silent } from '../../../kernel/telemetry/log.ts'
import { readMigrations } from '../../../node/postgres/migrations.ts'
import { HelpedHost } from '../host/helped-host.ts'
import { hostIdentity } from '../host/host-identity.ts'
import { type Host, type HostSettings, ownHost } from '../host/host.ts'
import { ARCHITECTURES } from '../machines/order/architecture.ts'
import { claimUsers } from '../machines/users/claimed-users.ts'
import { converterOf } from '../machines/users/machine-user.ts'
import { HostBackedNetworks } from '../networks/host-backed-networks.ts'
import { canMakeNetworks } from '../networks/testing/netns-bed.ts'
import { UserNetworks } from '../networks/user-network.ts'
import { QemuPlatform } from '../whole/qemu-platform.ts'

/** What machine-crash.spec.ts and its worker share. */

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

/** Folders of a Skerry with real machines. */
export interface Place {
  /** Of its database. */
  url: string
  folder: string
  /** Of its networks. */
  tag: string
}

export const hostNamespace = (tag: string): string => `${tag}-host`
const machinesIn = (folder: string) => join(folder, 'machines')
const storageIn = (folder: string) => join(folder, 'storage')
const networksIn = (folder: string) => join(folder, 'networks')
export const networkOptions = ({ folder, tag }: Pick<Place, 'folder' | 'tag'>) => ({
  tag,
  folder: networksIn(folder),
  host: hostNamespace(tag),
})

/**
 * A control plane over real machines: as root in networks of their own, by way of the helper.
 * @param here called before each step of a saga, and before and after each request to the host
 */
export async function open(place: Place, here: () => void = () => {}): Promise<ControlPlane> {
  const { url, folder } = place
  await mkdir(networksIn(folder), { recursive: true, mode: 0o755 })
  const users = isRoot ? await claimUsers(place.tag) : null
  const settings: HostSettings = {
    folder,
    machines: machinesIn(folder),
    binary: ARCHITECTURES.x64.binary,
    architecture: 'x64',
    accelerator: 'tcg',
    group: null,
    owner: isRoot ? 0 : null,
    users,
    cgroups: null,
    conversion: users && { layers: join(storageIn(folder), 'layers'), user: converterOf(users), keepFreeBytes: 0 },
    networks: (await canMakeNetworks()) ? networkOptions(place) : null,
    passt: false,
  }
  const host = isRoot ? new HelpedHost(settings) : ownHost(settings)
  const processes = watched(host.processes, here)
  const networks = host.networks && watched(host.networks, here)
  const platform = new QemuPlatform({
    clock: systemClock,
    folder,
    identity: await hostIdentity(folder),
    architecture: 'x64',
    accelerator: 'tcg',
    guestNetwork: networks !== undefined,
    forwardsPorts: false,
    host: { processes, close: () => host.close() },
    networks: (work, emit) =>
      networks ? new HostBackedNetworks({ work, host: networks, emit }) : new UserNetworks(work),
    // The boot sector ignores the power button.
    stopMs: 100,
    keepFreeBytes: () => 0,
    users,
    report: () => {},
    conversion: { user: undefined, ...(host.convert && { elsewhere: host.convert }) },
  })
  const passwords = { hash: async () => '', verify: async () => false }
  const db = openDatabase({ url, max: 8 })
  return createControlPlane(
    { db, clock: systemClock, log: silent, platform, passwords, beforeStep: here, alone: true },
    readMigrations(),
  )
}

function watched<Part extends Host['processes'] | NonNullable<Host['networks']>>(part: Part, here: () => void): Part {
  return new Proxy(part, {
    get: (target, name) => {
      const request = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>
      return async (...args: unknown[]) => {
        here()
        const answer = await request.apply(target, args)
        here()
        return answer
      }
    },
  })
}

interface HostProcess {
  pid: number
  /** The name of its working folder, and its command line. */
  what: string
  /** Its machine, if it is one. */
  machineId: string | undefined
}

/** The processes that work in the folder, but for this one. */
export function processesOf(folder: string): HostProcess[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && pid !== process.pid)
    .flatMap((pid) => {
      try {
        const [cwd, line] = [readlinkSync(`/proc/${pid}/cwd`), readFileSync(`/proc/${pid}/cmdline`, 'utf8')]
        if (!cwd.startsWith(folder) && !line.includes(folder)) return []
        const path = cwd.startsWith(`${machinesIn(folder)}/`) ? cwd.slice(machinesIn(folder).length + 1) : undefined
        return { pid, what: line.replaceAll('\0', ' '), machineId: path?.split('/')[0] }
      } catch {
        // It is over.
        return []
      }
    })
}

/** All that is there of a Skerry outside its database. */
export interface Remains {
  /** Ids of those that run. */
  machines: string[]
  machineFolders: string[]
  /** Command lines of other processes, but for the helper and DNS servers. */
  programs: string[]
  /** VPCs with a namespace, and those with files. */
  namespaces: string[]
  networkFolders: string[]
  /** Taps by VPC. */
  taps: Record<string, number>
  /** External addresses that the host has routes to. */
  routes: string[]
  volumes: string[]
  snapshots: string[]
  images: string[]
  /** How many there are: one that no record leads to is one too many. */
  layers: number
  drafts: string[]
}

export async function remainsOf({ folder, tag }: Place): Promise<Remains> {
  const running = processesOf(folder)
  const all = (await run('ip', ['netns', 'list'])).stdout.split('\n').map((line) => line.split(' ')[0]!)
  const prefix = `skerry-${tag}-`
  const namespaces = all.filter((name) => name.startsWith(prefix))
  const taps: Remains['taps'] = {}
  for (const name of namespaces) {
    const { stdout } = await run('ip', ['-j', '-d', '-n', name, 'link'])
    const links = JSON.parse(stdout || '[]') as { linkinfo?: { info_kind?: string } }[]
    taps[name.slice(prefix.length)] = links.filter(({ linkinfo }) => linkinfo?.info_kind === 'tun').length
  }
  const hasHost = all.includes(hostNamespace(tag))
  const routes = hasHost ? (await run('ip', ['-j', '-n', hostNamespace(tag), 'route'])).stdout : '[]'
  const records = (kind: string) => namesIn(join(storageIn(folder), kind))
  const layers = await readdir(join(storageIn(folder), 'layers'))
  const isLayer = (name: string) => /^[0-9a-f-]{36}\.(raw|qcow2)$/.test(name)
  return {
    machines: running.flatMap(({ machineId }) => machineId ?? []).toSorted(),
    machineFolders: await namesIn(machinesIn(folder)),
    programs: running
      .filter(({ what, machineId }) => machineId === undefined && !/helper\.ts|dnsmasq/.test(what))
      .map(({ what }) => what),
    namespaces: namespaces.map((name) => name.slice(prefix.length)).toSorted(),
    networkFolders: await namesIn(join(networksIn(folder), 'vpcs')),
    taps,
    routes: (JSON.parse(routes || '[]') as { dst: string }[]).map(({ dst }) => dst).toSorted(),
    volumes: await records('volumes'),
    snapshots: await records('snapshots'),
    images: await records('images'),
    layers: layers.filter(isLayer).length,
    drafts: layers.filter((name) => !isLayer(name)),
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.map((name) => basename(name, '.json')).toSorted()
}
