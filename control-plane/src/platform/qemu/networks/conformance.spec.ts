import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../clock/clock.ts'
import { largestTurn } from '../../../clock/largest-turn.ts'
import { Bed } from '../../conformance/bed.ts'
import { describePlatform } from '../../conformance/conformance.ts'
import { newId, vpcDocument } from '../../conformance/declared.ts'
import type { PlatformUnderTest, Site } from '../../conformance/platform-under-test.ts'
import { Events } from '../../interface/events.ts'
import type { DesiredState, Platform, PlatformChange } from '../../interface/platform.ts'
import { Work } from '../base/work.ts'
import { command, namespaceNames } from './commands.ts'
import { HostBackedNetworks } from './host-backed-networks.ts'
import { canMakeNetworks, NetnsBed } from './testing/netns-bed.ts'

/** A host whose platform has networks and nothing else. */
class NetworksSite {
  readonly bed: NetnsBed
  #process: { work: Work; platform: Platform }

  readonly controls = {
    vpcInForce: async (id: string): Promise<number | undefined> => {
      if (!(await namespaceNames()).includes(this.bed.namespaceOf({ id }))) return undefined
      return JSON.parse(await readFile(join(this.bed.folder, 'vpcs', id, 'applied.json'), 'utf8')).generation
    },
  }

  constructor(bed: NetnsBed) {
    this.bed = bed
    this.#process = openProcess(bed)
  }

  get platform(): Platform {
    return this.#process.platform
  }

  async restart(end: 'closed' | 'killed'): Promise<void> {
    if (end === 'closed') await this.platform.close()
    else this.#process.work.kill()
    this.#process = openProcess(this.bed)
  }

  async dispose(): Promise<void> {
    await this.platform.close()
    await this.bed.close()
  }
}

function openProcess(bed: NetnsBed) {
  const work = new Work(systemClock)
  const events = new Events()
  const emit = (change: PlatformChange) => events.emit({ ...change, id: newId() })
  const networks = new HostBackedNetworks({ work, host: bed.networks(), emit })
  const platform = {
    networks,
    subscribe: events.subscribe.bind(events),
    restore: ({ vpcs }: DesiredState) => networks.restore(vpcs),
    close: async () => {
      events.close()
      networks.close()
      await work.close()
    },
  }
  return { work, platform: platform as unknown as Platform }
}

const under: PlatformUnderTest = {
  name: 'networks of a host',
  limitMs: 120_000,
  maxMachines: 0,
  unreadBytes: 0,
  floodBytes: 0,
  largestTurn,
  machinesOutlive: true,
  hasDisplays: false,
  open: async () => new NetworksSite(await NetnsBed.open()) as unknown as Site,
}

describe.runIf(await canMakeNetworks())('network namespaces', () => {
  describePlatform(under, ['networks'])

  test('a VPC that disappeared is reported, and is in force again once it is declared again', async () => {
    const bed = await Bed.open(under)
    try {
      const document = vpcDocument(newId(), 4)
      await bed.platform.networks.ensureVpc(document)
      await command('ip', ['netns', 'del', (bed.site as unknown as NetworksSite).bed.namespaceOf(document)])
      expect(await bed.event('vpc-lost', document.id)).toMatchObject({ reason: expect.stringContaining('disappeared') })
      expect(await bed.platform.networks.list()).toEqual([])
      await bed.platform.networks.ensureVpc(document)
      expect(await bed.site.controls.vpcInForce(document.id)).toBe(4)
      expect(bed.eventsOf(document.id)).toHaveLength(1)
    } finally {
      await bed.site.dispose()
    }
  })

  test('a document that is no network is refused, and reported when it is restored', async () => {
    const bed = await Bed.open(under)
    try {
      const [valid, invalid] = [
        vpcDocument(newId(), 1),
        { ...vpcDocument(newId(), 1), dns: { domain: 'a b', hosts: [] } },
      ]
      await expect(bed.platform.networks.ensureVpc(invalid)).rejects.toMatchObject({ kind: 'permanent' })
      await bed.platform.restore({ ...bed.desired, vpcs: [invalid, valid] })
      expect(await bed.platform.networks.list()).toEqual([valid.id])
      expect(await bed.event('vpc-lost', invalid.id)).toMatchObject({ reason: expect.stringContaining('DNS name') })
    } finally {
      await bed.site.dispose()
    }
  })
})
