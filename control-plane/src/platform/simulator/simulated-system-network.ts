import type {
  BfdSessionStatus,
  BfdSpec,
  BgpPeerHistory,
  BgpSessionStatus,
  PortLinkState,
  PortPeer,
  PortSpec,
  PortStatus,
  SystemNetwork,
  SystemNetworkDocument,
  SwitchLocation,
} from '../interface/system-network.ts'
import { type Announcement, bgpHistory } from './bgp-history.ts'
import { importedFrom, lanesOf, neighborsOf, remoteAsnOf } from './neighbors.ts'
import { ADMINISTRATIVE_RESET, LINK_DOWN, SimulatedSession } from './simulated-session.ts'
import type { World } from './world.ts'

interface SimulatedPort {
  spec: PortSpec
  up: boolean
  since: Date
}

interface Configured<Spec> {
  spec: Spec
  session: SimulatedSession
}
interface PeerSpec {
  port: PortSpec
  peer: PortPeer
}

/** A session with its peer and message counts. */
export interface SessionWithPeer {
  location: SwitchLocation
  peer: string
  session: SimulatedSession
  countMessages(end: number): { sent: number; received: number }
}

/** Ports, and sessions with simulated external peers. */
export class SimulatedSystemNetwork implements SystemNetwork {
  readonly #world: World
  readonly #ports = new Map<string, SimulatedPort>()
  readonly #bgp = new Map<string, Configured<PeerSpec>>()
  /** Sessions by id. */
  readonly #announced = new Map<string, Announcement[]>()
  readonly #bfd = new Map<string, Configured<BfdSpec>>()
  #generation = 0

  constructor(world: World) {
    this.#world = world
    const effect = { begin: () => this.#check(), end: () => this.#check() }
    Object.assign(world.faults.effects, { link_down: effect, bgp_down: effect, bfd_down: effect })
  }

  ensure(document: SystemNetworkDocument, signal?: AbortSignal): Promise<void> {
    return this.#world.enqueue('system-network', `ensure ${document.generation}`, signal, async () =>
      this.#apply(document, false),
    )
  }

  /** Adopts the configuration of an earlier process, with its sessions up. */
  adopt(document: SystemNetworkDocument): void {
    this.#apply(document, true)
  }

  async port(id: string): Promise<PortStatus | undefined> {
    const port = this.#ports.get(id)
    if (!port) return undefined
    const { spec, up, since } = port
    const now = this.#world.clock.now()
    return {
      up,
      since,
      links: spec.links,
      neighbors: up ? neighborsOf(spec, since, now) : [],
      lanes: lanesOf(spec.id, now, up),
    }
  }

  async portLinks(): Promise<ReadonlyMap<string, PortLinkState>> {
    return new Map([...this.#ports].map(([id, { up, since }]) => [id, { up, since }]))
  }

  async bgpSessions(): Promise<BgpSessionStatus[]> {
    return [...this.#bgp.values()].map(({ spec: { port, peer }, session }) => {
      const established = session.state === 'up'
      return {
        port: { id: port.id, name: port.name },
        location: port.location,
        peer: peer.address,
        localAsn: peer.localAsn,
        remoteAsn: remoteAsnOf(peer),
        state: established ? 'established' : session.state === 'connecting' ? 'connect' : 'active',
        since: session.since,
        imported: established ? importedFrom(peer) : [],
        exported: established ? peer.exported : [],
      }
    })
  }

  async bgpHistory(localAsn: number): Promise<BgpPeerHistory[]> {
    const now = this.#world.clock.now().getTime()
    return [...this.#bgp]
      .filter(([, { spec }]) => spec.peer.localAsn === localAsn)
      .map(
        ([
          id,
          {
            spec: { port, peer },
            session,
          },
        ]) => ({
          location: port.location,
          peer: peer.address,
          ...bgpHistory(peer, session, this.#announced.get(id) ?? [], now),
        }),
      )
  }

  async bfdSessions(): Promise<BfdSessionStatus[]> {
    const states = { up: 'up', connecting: 'init', down: 'down' } as const
    return [...this.#bfd].map(([id, { session }]) => ({ id, state: states[session.state], since: session.since }))
  }

  sessions(protocol: 'bgp' | 'bfd'): SessionWithPeer[] {
    if (protocol === 'bgp')
      return [...this.#bgp].map(
        ([
          id,
          {
            spec: { port, peer },
            session,
          },
        ]) => {
          const countMessages = (end: number) => {
            const { messages, keepalives } = bgpHistory(peer, session, this.#announced.get(id) ?? [], end)
            const sent = messages.filter(({ direction }) => direction === 'sent').length
            return { sent: sent + keepalives.sent, received: messages.length - sent + keepalives.received }
          }
          return { location: port.location, peer: peer.address, session, countMessages }
        },
      )
    return [...this.#bfd.values()].map(({ spec: { location, remote, requiredRx }, session }) => {
      const everyMs = Math.max(1, Number(requiredRx) / 1000)
      const countMessages = (end: number) => {
        const count = session.upTimes(end).reduce((sum, ms) => sum + Math.floor(ms / everyMs), 0)
        return { sent: count, received: count }
      }
      return { location, peer: remote, session, countMessages }
    })
  }

  #apply(document: SystemNetworkDocument, running: boolean): void {
    if (document.generation <= this.#generation) return
    this.#generation = document.generation
    this.#applyPorts(document.ports)
    const peers = document.ports.flatMap((port) =>
      port.peers.map((peer): [string, PeerSpec] => [`${port.id} ${peer.link} ${peer.address}`, { port, peer }]),
    )
    this.#applySessions(this.#bgp, new Map(peers), {
      running,
      // A change of announcements does not reset the session.
      identity: ({ peer }) => ({ ...peer, exported: [], allowedImport: [] }),
      blockedBy: ({ port, peer }) => {
        if (this.#ports.get(port.id)?.up !== true) return LINK_DOWN
        return this.#hasSessionFault('bgp_down', port.location, peer.address) ? ADMINISTRATIVE_RESET : undefined
      },
      onDown: ({ port, peer }) =>
        this.#world.emit({ kind: 'bgp-session-down', location: port.location, peer: peer.address }),
    })
    this.#recordAnnounced()
    this.#applySessions(this.#bfd, new Map(document.bfdSessions.map((spec) => [spec.id, spec])), {
      running,
      identity: (spec) => spec,
      blockedBy: ({ location, remote }) =>
        this.#hasSessionFault('bfd_down', location, remote) ? ADMINISTRATIVE_RESET : undefined,
      onDown: ({ location, remote }) => this.#world.emit({ kind: 'bfd-session-down', location, peer: remote }),
    })
  }

  /** Records changed announcements per peer. */
  #recordAnnounced(): void {
    const time = this.#world.clock.now().getTime()
    for (const id of this.#announced.keys()) if (!this.#bgp.has(id)) this.#announced.delete(id)
    for (const [id, { spec }] of this.#bgp) {
      const { exported: networks } = spec.peer
      const known = this.#announced.get(id) ?? []
      if (known.at(-1)?.networks.join() !== networks.join()) this.#announced.set(id, [...known, { time, networks }])
    }
  }

  #applyPorts(specs: readonly PortSpec[]): void {
    const now = this.#world.clock.now()
    for (const id of this.#ports.keys()) if (!specs.some((spec) => spec.id === id)) this.#ports.delete(id)
    for (const spec of specs) {
      const present = this.#ports.get(spec.id)
      if (present) present.spec = spec
      else this.#ports.set(spec.id, { spec, up: !this.#hasLinkFault(spec), since: now })
    }
  }

  /** Adds and removes sessions to match `wanted`. A session whose identity changed is recreated. */
  #applySessions<Spec>(
    sessions: Map<string, Configured<Spec>>,
    wanted: Map<string, Spec>,
    kind: {
      running: boolean
      identity(spec: Spec): unknown
      blockedBy(spec: Spec): string | undefined
      onDown(spec: Spec): void
    },
  ): void {
    const same = (a: Spec, b: Spec) => JSON.stringify(kind.identity(a)) === JSON.stringify(kind.identity(b))
    for (const [id, present] of sessions) {
      const spec = wanted.get(id)
      if (spec !== undefined && same(present.spec, spec)) continue
      present.session.close()
      sessions.delete(id)
    }
    for (const [id, spec] of wanted) {
      const present = sessions.get(id)
      if (present) {
        present.spec = spec
        continue
      }
      const options = { id, blockedBy: () => kind.blockedBy(spec), onDown: () => kind.onDown(spec) }
      sessions.set(id, { spec, session: new SimulatedSession(this.#world, options, kind.running) })
    }
  }

  #hasSessionFault(kind: 'bgp_down' | 'bfd_down', location: string, peer: string): boolean {
    return this.#world.faults.applies(kind, peer, `${location}/${peer}`)
  }

  #hasLinkFault({ id, location, name }: PortSpec): boolean {
    return this.#world.faults.applies('link_down', id, `${location}/${name}`)
  }

  /** Applies faults that began or ended. */
  #check(): void {
    for (const port of this.#ports.values()) {
      const up = !this.#hasLinkFault(port.spec)
      if (up === port.up) continue
      port.up = up
      port.since = this.#world.clock.now()
      if (!up) this.#world.emit({ kind: 'switch-link-down', portId: port.spec.id })
    }
    for (const { session } of [...this.#bgp.values(), ...this.#bfd.values()]) session.check()
  }
}
