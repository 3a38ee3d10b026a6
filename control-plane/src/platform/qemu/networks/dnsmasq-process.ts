import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CgroupName, type Cgroups, networkLimits } from '../cgroups/cgroups.ts'
import { addressNumber, addressText, familyOf } from './addresses.ts'
import { command, processesIn } from './commands.ts'
import { type DnsmasqAccount, dnsmasqOf } from './dnsmasq.ts'
import type { NetworkPlan } from './plan.ts'

interface DnsmasqParts {
  vpcId: string
  /** Folder of its files. */
  folder: string
  namespace: string
  resolvers: readonly string[]
  cgroups: Cgroups
}

let account: Promise<DnsmasqAccount & { uid: number }> | undefined

/** The user for dnsmasq: the one that its package creates, else `nobody`. A failure is not cached. */
export const dnsmasqAccount = () =>
  (account ??= findAccount().catch((error: unknown) => {
    account = undefined
    throw error
  }))

async function findAccount(): Promise<DnsmasqAccount & { uid: number }> {
  const id = async (flag: string, name: string) => (await command('id', [flag, name])).trim()
  const user = await id('-un', 'dnsmasq').catch(() => 'nobody')
  return { user, group: await id('-gn', user), uid: Number(await id('-u', user)) }
}

/** DHCP and DNS of one VPC. The process outlives this one; its pid file is believed only if /proc agrees. */
export class DnsmasqProcess {
  readonly #folder: string
  readonly #namespace: string
  readonly #resolvers: readonly string[]
  readonly #cgroups: Cgroups
  readonly #cgroup: CgroupName

  constructor({ folder, namespace, resolvers, cgroups, vpcId }: DnsmasqParts) {
    this.#folder = folder
    this.#namespace = namespace
    this.#resolvers = resolvers
    this.#cgroups = cgroups
    this.#cgroup = `dnsmasq-${vpcId}`
  }

  /** @param whole makes it read its files again although they may be unchanged */
  async ensure(plan: NetworkPlan, whole: boolean): Promise<void> {
    const own = await dnsmasqAccount()
    const files = dnsmasqOf(plan, this.#folder, own, this.#resolvers)
    await mkdir(this.#folder, { recursive: true, mode: 0o755 })
    const [configuration, dhcpHosts] = [await this.#read('dnsmasq.conf'), await this.#read('dhcp-hosts')]
    const hasLeft = formerHosts(dhcpHosts, files.dhcpHosts).length > 0
    const pid = await this.#pid()
    // It reads leases only at its start. The files are written after its end, so a later process repeats what was cut
    // off.
    const isNew = pid === undefined || hasLeft || configuration !== files.configuration
    if (isNew) {
      await this.stop()
      await this.#replace('leases', validLeases(await this.#read('leases'), dhcpHosts, files.dhcpHosts))
    }
    const isChanged = [
      await this.#replace('dnsmasq.conf', files.configuration),
      await this.#replace('dhcp-hosts', files.dhcpHosts),
      await this.#replace('dns-hosts', files.dnsHosts),
    ].some(Boolean)
    await this.#protect(own.uid)
    if (isNew) await this.#start()
    else if (isChanged || whole) process.kill(pid, 'SIGHUP')
  }

  /** Ends it, also if it has not written its pid yet, or its namespace has disappeared. */
  async stop(): Promise<void> {
    const last = await this.#lastPid()
    for (const pid of new Set([...(last ? [last] : []), ...(await processesIn(this.#namespace))])) {
      if (!(await this.#isOurs(pid))) continue
      process.kill(pid, 'SIGTERM')
      while (await this.#isOurs(pid)) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await this.#cgroups.remove(this.#cgroup)
  }

  async isRunning(): Promise<boolean> {
    return (await this.#pid()) !== undefined
  }

  /** The processes among these that do not belong to this dnsmasq. */
  async others(pids: readonly number[]): Promise<number[]> {
    const own = await Promise.all(pids.map((pid) => this.#isOurs(pid)))
    return pids.filter((_, at) => !own[at])
  }

  /** Starts it. Resolves once it serves: it writes its pid after it has opened its sockets. */
  async #start(): Promise<void> {
    const [program, ...args] = [
      ...(await this.#cgroups.enter(this.#cgroup, networkLimits)).command,
      'ip',
      'netns',
      'exec',
      this.#namespace,
      'dnsmasq',
      `--conf-file=${join(this.#folder, 'dnsmasq.conf')}`,
    ]
    const child = spawn(program!, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    let ended = false
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => (output += error.message))
    child.once('close', () => (ended = true))
    while ((await this.#pid()) === undefined) {
      if (ended) throw new Error(`dnsmasq did not start: ${output.trim()}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    child.stderr.destroy()
    child.unref()
  }

  async #pid(): Promise<number | undefined> {
    const pid = await this.#lastPid()
    return pid && (await this.#isOurs(pid)) ? pid : undefined
  }

  async #lastPid(): Promise<number> {
    return Number(await this.#read('dnsmasq.pid'))
  }

  async #isOurs(pid: number): Promise<boolean> {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.includes(`--conf-file=${this.#folder}/`)
  }

  /** Content of a file; empty if it does not exist. */
  #read(name: string): Promise<string> {
    return readFile(join(this.#folder, name), 'utf8').catch(() => '')
  }

  async #replace(name: string, content: string): Promise<boolean> {
    const path = join(this.#folder, name)
    if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return false
    await writeFile(path, content, { mode: 0o600 })
    return true
  }

  /**
   * Files that dnsmasq reads again as its user belong to that user, since others share its group. It opens the rest as
   * root.
   */
  async #protect(uid: number): Promise<void> {
    const owners = { leases: 0, 'dnsmasq.conf': 0, 'dhcp-hosts': uid, 'dns-hosts': uid }
    for (const [name, owner] of Object.entries(owners)) {
      const path = join(this.#folder, name)
      await chmod(path, 0o600)
      await chown(path, owner, 0)
    }
  }
}

/** Lines of dnsmasq's hosts that are no longer valid: the interface is gone, or its address has another MAC. */
const formerHosts = (before: string, after: string): string[] => {
  const hosts = new Set(after.split('\n'))
  return before.split('\n').filter((line) => !hosts.has(line))
}

/**
 * The leases in dnsmasq's file that its hosts still allow. dnsmasq would refuse the address of any other lease to the
 * interface that has it now. A DHCPv6 lease has no MAC, so its address must have had the same host all along.
 */
function validLeases(leases: string, before: string, after: string): string {
  const [hosts, former] = [after.split('\n'), new Set(formerHosts(before, after).map(addressIn))]
  const [valid, addresses] = [new Set(hosts), new Set(hosts.map(addressIn))]
  const isValid = (line: string) => {
    const [, mac, address] = line.split(' ')
    if (address === undefined) return true
    if (familyOf(address) === 4) return valid.has(`${mac},${address}`)
    const normal = `[${addressText(addressNumber(address), 6)}]`
    return addresses.has(normal) && !former.has(normal)
  }
  return leases.split('\n').filter(isValid).join('\n')
}

const addressIn = (host: string) => host.split(',')[1]
