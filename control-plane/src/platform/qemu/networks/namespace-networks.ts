import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { VpcDocument } from '../../interface/networks.ts'
import { KeyedLock } from '../base/keyed-lock.ts'
import { type Cgroups, unlimited } from '../cgroups/cgroups.ts'
import { AppliedState, foldersIn } from './applied.ts'
import { Namespace, namespaceNames, processesIn } from './commands.ts'
import { DnsmasqProcess } from './dnsmasq-process.ts'
import { EdgeNamespace } from './edge-namespace.ts'
import type { GivenLink, HostLinks, HostNetworks, NetworkProblem, RestoredNetworks } from './host-networks.ts'
import type { LegType, Uplink } from './leg.ts'
import { checkedId } from './names.ts'
import { type NetworkPlan, planNetwork } from './plan.ts'
import { edgeAsker } from './resolving.ts'
import { VpcNamespace } from './vpc-namespace.ts'

export interface NamespaceNetworksOptions {
  /** Prefix of all names on the host, so that two installations do not collide: at most six letters and digits. */
  tag: string
  /** A folder where only root may write, and that dnsmasq's user may enter. A restart of the host may empty it. */
  folder: string
  /** Name of the host's network namespace; by default that of this process. */
  host?: string
  /** The host's link through which guests reach others and are reached; without one, only the host reaches guests. */
  uplink?: string
  /** Type of the edge's link in that network; by default one with a MAC of its own. */
  uplinkType?: LegType
  /** IPv4 addresses of DNS servers for names outside of VPCs; without any, such names are refused. */
  resolvers?: readonly string[]
}

const TAG = /^[a-z][a-z\d]{0,5}$/
/** A valid name of a link. It is part of a sysctl's path, so it has no dots. */
export const LINK_NAME = /^[a-zA-Z][\w-]{0,14}$/

const uplinkOf = ({ uplink, uplinkType = 'macvlan' }: NamespaceNetworksOptions): Uplink | undefined =>
  uplink === undefined ? undefined : { link: uplink, type: uplinkType }

/** Number of VPCs that are changed at once. Their programs mostly wait for the kernel. */
const SIDE_BY_SIDE = 8

/**
 * Each VPC in a network namespace, on one host. Changes of networks are serialized, because all share the edge. Links
 * are given concurrently, since each concerns one VPC only.
 */
export class NamespaceNetworks implements HostNetworks, HostLinks {
  readonly #options: NamespaceNetworksOptions
  readonly #cgroups: Cgroups
  readonly #edge: EdgeNamespace
  readonly #inForce = new Map<string, NetworkPlan>()
  /** Locks of each VPC's namespace and its plan in effect. */
  readonly #locks = new KeyedLock()
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: NamespaceNetworksOptions, cgroups = unlimited) {
    if (!TAG.test(options.tag)) throw new Error(`Not a tag: ${options.tag}`)
    if (options.uplink !== undefined && !LINK_NAME.test(options.uplink))
      throw new Error(`Not a link: ${options.uplink}`)
    this.#options = options
    this.#cgroups = cgroups
    const { folder, tag, host, resolvers = [] } = options
    const resolving = resolvers.length > 0 ? { resolvers, asker: edgeAsker(tag) } : undefined
    const applied = { edge: new AppliedState(join(folder, 'edge')), host: new AppliedState(join(folder, 'host')) }
    this.#edge = new EdgeNamespace(
      this.#edgeName,
      { namespace: new Namespace(host), link: `sk-${tag}`, uplink: uplinkOf(options), resolving },
      applied,
    )
  }

  restore(documents: readonly VpcDocument[]): Promise<RestoredNetworks> {
    return this.#next(async () => {
      const plans = documents.map(planNetwork)
      const wanted = new Set(plans.map(({ vpcId }) => vpcId))
      const present = (await namespaceNames()).filter((name) => name.startsWith(this.#prefix))
      const known = [...present.map((name) => name.slice(this.#prefix.length)), ...(await foldersIn(this.#vpcsFolder))]
      const failures = new Map<string, string>()
      const kept: NetworkProblem[] = []
      for (const vpcId of new Set(known.filter((id) => !wanted.has(id))))
        await this.#removeVpc(vpcId).catch(({ message: reason }: Error) => kept.push({ vpcId, reason }))
      await this.#open()
      await sideBySide(plans, (plan) =>
        this.#ensureVpc(plan, true).catch(({ message }: Error) => failures.set(plan.vpcId, message)),
      )
      for (const plan of plans) if (!failures.has(plan.vpcId)) this.#becomeNewest(plan)
      for (const [vpcId, { message }] of await this.#ensureEdge(true)) failures.set(vpcId, message)
      return { failed: [...failures].map(([vpcId, reason]) => ({ vpcId, reason })), kept }
    })
  }

  ensure(document: VpcDocument): Promise<void> {
    const plan = planNetwork(document)
    return this.#next(async () => {
      const before = this.#inForce.get(plan.vpcId)
      if (before && before.generation >= plan.generation) return
      if (!before) await this.#open()
      const isNew = await this.#ensureVpc(plan, false)
      const externals = ({ externals: list, vni }: NetworkPlan) => JSON.stringify([vni, list])
      if (!isNew && before && externals(before) === externals(plan)) return
      const refusal = (await this.#ensureEdge(isNew)).get(plan.vpcId)
      if (refusal) throw refusal
    })
  }

  remove(vpcId: string): Promise<void> {
    checkedId(vpcId)
    return this.#next(async () => {
      const wasInForce = await this.#locks.run(vpcId, async () => {
        await this.#requireNoMachines(vpcId)
        return this.#inForce.delete(vpcId)
      })
      if (wasInForce) await this.#ensureEdge(false)
      await this.#removeVpc(vpcId)
    })
  }

  async giveLink(nicId: string, uid: number): Promise<GivenLink | undefined> {
    // A change in progress may create the link.
    return (await this.#giveLinkInForce(nicId, uid)) ?? this.#next(() => this.#giveLinkInForce(nicId, uid))
  }

  list(): Promise<{ vpcId: string; generation: number }[]> {
    return this.#next(async () => {
      const names = new Set(await namespaceNames())
      for (const { vpcId } of this.#inForce.values())
        if (!names.has(this.#prefix + vpcId) || !(await this.#dnsmasqOf(vpcId).isRunning())) this.#inForce.delete(vpcId)
      // A failure is retried by the next call: VPCs also work without an uplink.
      await this.#edge.follow([...this.#inForce.values()]).catch(() => {})
      return [...this.#inForce.values()].map(({ vpcId, generation }) => ({ vpcId, generation }))
    })
  }

  /** Removes everything with this tag, known or not. */
  removeAll(): Promise<void> {
    return this.#next(async () => {
      this.#inForce.clear()
      const present = (await namespaceNames()).filter((name) => name.startsWith(this.#prefix))
      for (const name of present) await this.#removeVpc(name.slice(this.#prefix.length))
      await this.#edge.remove()
    })
  }

  async #giveLinkInForce(nicId: string, uid: number): Promise<GivenLink | undefined> {
    const linkIn = (plan?: NetworkPlan) => plan?.interfaces.find(({ id }) => id === nicId)?.link
    const vpcId = [...this.#inForce.values()].find(linkIn)?.vpcId
    if (vpcId === undefined) return undefined
    return this.#locks.run(vpcId, async () => {
      const plan = this.#inForce.get(vpcId)
      const link = linkIn(plan)
      if (!plan || link === undefined) return undefined
      await this.#namespaceOf(vpcId).giveLink(plan, link, uid)
      return { namespace: this.#prefix + vpcId, link }
    })
  }

  get #prefix(): string {
    return `skerry-${this.#options.tag}-`
  }

  get #edgeName(): string {
    return `skerry.edge-${this.#options.tag}`
  }

  get #vpcsFolder(): string {
    return join(this.#options.folder, 'vpcs')
  }

  #folderOf(vpcId: string): string {
    return join(this.#vpcsFolder, vpcId)
  }

  #dnsmasqOf(vpcId: string): DnsmasqProcess {
    const { resolvers = [] } = this.#options
    const [folder, namespace] = [this.#folderOf(vpcId), this.#prefix + vpcId]
    return new DnsmasqProcess({ vpcId, folder, namespace, resolvers, cgroups: this.#cgroups })
  }

  #namespaceOf(vpcId: string): VpcNamespace {
    return new VpcNamespace(this.#prefix + vpcId, this.#edgeName, new AppliedState(this.#folderOf(vpcId)))
  }

  /** Creates the edge, and the folder of the VPCs. dnsmasq's user may enter that folder; each file protects itself. */
  async #open(): Promise<void> {
    await mkdir(this.#vpcsFolder, { recursive: true, mode: 0o700 })
    await chmod(this.#vpcsFolder, 0o711)
    await this.#edge.open()
  }

  #ensureVpc(plan: NetworkPlan, whole: boolean): Promise<boolean> {
    const { vpcId } = plan
    return this.#locks.run(vpcId, async () => {
      // dnsmasq outlives a namespace that disappeared. Stopping it also removes its files.
      if (!(await namespaceNames()).includes(this.#prefix + vpcId)) await this.#dnsmasqOf(vpcId).stop()
      const isNew = await this.#namespaceOf(vpcId).ensure(plan, whole)
      await this.#dnsmasqOf(vpcId).ensure(plan, whole)
      this.#becomeNewest(plan)
      return isNew
    })
  }

  /** Makes a plan the newest one: if two contradict each other, the edge refuses the newer. */
  #becomeNewest(plan: NetworkPlan): void {
    this.#inForce.delete(plan.vpcId)
    this.#inForce.set(plan.vpcId, plan)
  }

  /**
   * Connects the VPCs in effect to the edge. One that the edge refuses is no longer in effect. Resolves to the reasons,
   * by VPC.
   */
  async #ensureEdge(whole: boolean): Promise<Map<string, Error>> {
    const refused = new Map<string, Error>()
    const plans = [...this.#inForce.values()]
    const failure = await this.#edge.ensure(plans, whole).catch((error: Error) => error)
    if (!failure) return refused
    // A failure that also occurs without any VPC is not caused by one.
    await this.#edge.check([])
    const accepted: NetworkPlan[] = []
    for (const plan of plans)
      await this.#edge.check([...accepted, plan]).then(
        () => accepted.push(plan),
        (error: Error) => refused.set(plan.vpcId, error),
      )
    if (refused.size === 0) throw failure
    for (const vpcId of refused.keys()) this.#inForce.delete(vpcId)
    await this.#edge.ensure(accepted, whole)
    return refused
  }

  #removeVpc(vpcId: string): Promise<void> {
    return this.#locks.run(vpcId, async () => {
      await this.#requireNoMachines(vpcId)
      await this.#dnsmasqOf(vpcId).stop()
      await this.#namespaceOf(vpcId).remove()
    })
  }

  /** Throws while machines run there: a deleted namespace lives on as long as a process is in it. */
  async #requireNoMachines(vpcId: string): Promise<void> {
    const pids = await processesIn(this.#prefix + vpcId)
    const machines = await this.#dnsmasqOf(vpcId).others(pids)
    if (machines.length > 0) throw new Error(`Machines of VPC ${vpcId} still run`)
  }

  /** Serializes work. A failure does not affect later work. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work)
    this.#last = done.catch(() => {})
    return done
  }
}

/** Works on all items, a few at a time. */
async function sideBySide<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values()
  const worker = async () => {
    for (const one of left) await work(one)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
}
