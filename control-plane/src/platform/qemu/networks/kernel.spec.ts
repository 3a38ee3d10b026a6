import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { VpcDocument } from '../../interface/networks.ts'
import { planNetwork } from './plan.ts'
import { Agent } from './testing/agent.ts'
import { fullDocuments, packetsOf, PORTS } from './testing/documents.ts'
import { evaluatePlan, type Packet } from './testing/evaluate-plan.ts'
import { canMakeNetworks, NetnsBed } from './testing/netns-bed.ts'

const SEED = Number(process.env.SKERRY_FUZZ_SEED ?? 1)
const DOCUMENTS = 40
const WORLD_AGENT = 'world'
/** Addresses of a machine in the uplink's network, which plays the rest of the world. */
const WORLD = ['198.51.100.7', '192.0.2.1']

const isIpv4 = ({ source, destination }: Packet) => !`${source}${destination}`.includes(':')

/** Those that programs can send: from an address of theirs, to one of another. */
const canSend = (document: VpcDocument) => (packet: Packet) => {
  if (packet.protocol !== 'udp' || !isIpv4(packet) || !PORTS.includes(packet.value)) return false
  const nic = document.nics.find(({ id }) => id === packet.from)
  if (!nic) return WORLD.includes(packet.source)
  const arrival = arrivalOf(document, packet)
  // No system takes a packet from outside that has its own address as the source.
  const returns = arrival?.at === nic.id && arrival.source === nic.ip
  return packet.source === nic.ip && packet.destination !== nic.ip && !returns
}

/** Where a packet arrives, and from which address; what leaves for an external address of the VPC comes back. */
function arrivalOf(document: VpcDocument, packet: Packet): { at: string; source: string } | undefined {
  const plan = planNetwork(document)
  const outcome = evaluatePlan(plan, packet)
  if (outcome.kind === 'dropped') return undefined
  if (outcome.kind === 'delivered') return { at: outcome.to, source: packet.source }
  const { source } = outcome
  if (WORLD.includes(packet.destination)) return { at: WORLD_AGENT, source }
  return packet.from === undefined
    ? undefined
    : arrivalOf(document, { protocol: packet.protocol, value: packet.value, destination: packet.destination, source })
}

describe.runIf(await canMakeNetworks())('The kernel', () => {
  let bed: NetnsBed
  const agents = new Map<string, Agent>()
  beforeEach(async () => {
    bed = await NetnsBed.open()
  })
  afterEach(async () => {
    for (const agent of agents.values()) agent.stop()
    await bed.close()
  })

  test('does with packets what a plan says, under one document after the other', async () => {
    const { neighbour, uplink } = await bed.neighbour('198.18.0.1')
    const networks = bed.networks({ uplink })
    const samples = fc.sample(fullDocuments, { seed: SEED, numRuns: DOCUMENTS })
    await networks.ensure(samples[0]!)
    for (const { id } of samples[0]!.nics) {
      const guest = await bed.guest(samples[0]!, id)
      // A guest takes whatever arrives as its own.
      await bed.ip(guest, 'route add local 0.0.0.0/0 dev lo table 100', 'rule add priority 10 iif eth0 lookup 100')
      agents.set(id, await Agent.start(guest, PORTS))
    }
    for (const address of WORLD) {
      await bed.ip(neighbour, `address add ${address}/32 dev lo`)
      await bed.ip(bed.host, `route add ${address}/32 dev ${uplink}`)
    }
    // It reaches every external address, as a router that knows where they are.
    await bed.ip(neighbour, 'route add default dev eth0')
    agents.set(WORLD_AGENT, await Agent.start(neighbour, PORTS))
    const seen = { arrived: 0, dropped: 0, sent: 0 }

    for (const [at, sample] of samples.entries()) {
      const document = { ...sample, generation: at + 2 }
      await networks.ensure(document)
      const packets = fc.sample(packetsOf(document), { seed: SEED + at, numRuns: 600 }).filter(canSend(document))
      const expected: string[] = []
      for (const [number, packet] of packets.entries()) {
        const name = `${at}-${number} ${JSON.stringify(packet)}`
        const arrival = arrivalOf(document, packet)
        if (arrival) expected.push(`${arrival.at} ${arrival.source} ${name}`)
        seen[!arrival ? 'dropped' : arrival.at === WORLD_AGENT ? 'sent' : 'arrived'] += 1
        await agents.get(packet.from ?? WORLD_AGENT)!.send({ name, ...packet, port: packet.value })
      }
      const received = () =>
        [...agents].flatMap(([id, agent]) => agent.received.map(({ name, source }) => `${id} ${source} ${name}`))
      await expect.poll(() => received().toSorted(), { timeout: 5000 }).toEqual(expected.toSorted())
      for (const agent of agents.values()) agent.received.length = 0
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10)
  })
})
