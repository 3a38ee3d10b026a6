import { setTimeout as delay } from 'node:timers/promises'
import { pidNamespace, startTimeOf } from '../base/process-id.ts'
import { command, Namespace, namespaceNames } from './commands.ts'
import { gatewaysIn, hostView, LEG, Leg, type Uplink } from './leg.ts'

const TRIAL_POLL_MS = 50
/** Time for the kernel's three ARP requests, one per second. */
const TRIAL_MS = 4000

/**
 * Prefix of names, followed by the process id. Contains the PID namespace: whether a process of another namespace still
 * runs is unknown.
 */
const TRIAL = `skerry.try-${pidNamespace()}-`

/** Removes trial links that killed processes, or an earlier process with this id, have left. */
export async function removeTrials(): Promise<void> {
  for (const name of await namespaceNames()) {
    if (!name.startsWith(TRIAL)) continue
    const pid = Number(name.slice(TRIAL.length))
    // Another start may remove it at the same time.
    if (pid === process.pid || startTimeOf(pid) === undefined)
      await command('ip', ['netns', 'del', name]).catch(() => '')
  }
}

/**
 * Creates a leg in the uplink's network for a moment and asks the gateways for their MACs.
 * @returns the gateways that do not answer
 * @throws if the kernel or the uplink does not support a leg
 */
export async function tryLeg(host: Namespace, uplink: Uplink): Promise<string[]> {
  const name = `${TRIAL}${process.pid}`
  await removeTrials()
  await command('ip', ['netns', 'add', name])
  try {
    const edge = new Namespace(name)
    await new Leg({ host, edge, uplink, tag: name }).ensure()
    // Without an address in that network, only a leg with a MAC of its own receives answers.
    const gateways = uplink.type === 'macvlan' ? gatewaysIn(await hostView(host, uplink)) : []
    const silent = await Promise.all(gateways.map(async (ip) => ((await answers(edge, ip)) ? [] : [ip])))
    return silent.flat()
  } finally {
    await command('ip', ['netns', 'del', name])
  }
}

async function answers(edge: Namespace, ip: string): Promise<boolean> {
  await edge.batch('ip4', [`neighbour replace ${ip} dev ${LEG} use`])
  const end = performance.now() + TRIAL_MS
  while (performance.now() < end) {
    const [entry] = await edge.json<{ lladdr?: string }>('neighbour', 'show', ip, 'dev', LEG)
    if (entry?.lladdr !== undefined) return true
    await delay(TRIAL_POLL_MS)
  }
  return false
}
