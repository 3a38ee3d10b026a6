import { describe } from 'vitest'
import { describeCapabilities } from './capabilities.ts'
import { describeConditions } from './conditions.ts'
import { describeDiagnostics } from './diagnostics.ts'
import { describeDisplays } from './displays.ts'
import { describeEvents } from './events.ts'
import { describeEveryCall } from './every-call.ts'
import { describeHardware } from './hardware.ts'
import { describeImages } from './images.ts'
import { describeInstances } from './instances.ts'
import { describeLeases } from './leases.ts'
import { describeLosses } from './losses.ts'
import { describeNetworks } from './networks.ts'
import { describeOrders } from './orders.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'
import { describeRestore } from './restore.ts'
import { describeSamples } from './samples.ts'
import { describeSerial } from './serial.ts'
import { describeSystemNetwork } from './system-network.ts'
import { describeVolumes } from './volumes.ts'

const parts = {
  'every call': describeEveryCall,
  capabilities: describeCapabilities,
  orders: describeOrders,
  instances: describeInstances,
  conditions: describeConditions,
  leases: describeLeases,
  'serial consoles': describeSerial,
  displays: describeDisplays,
  volumes: describeVolumes,
  'snapshots and images': describeImages,
  networks: describeNetworks,
  'the system network': describeSystemNetwork,
  hardware: describeHardware,
  losses: describeLosses,
  samples: describeSamples,
  diagnostics: describeDiagnostics,
  events: describeEvents,
  restore: describeRestore,
} satisfies Record<string, (under: PlatformUnderTest) => void>
type Part = keyof typeof parts
export const allParts = Object.keys(parts) as Part[]

/**
 * Defines the tests that every platform passes.
 * @param written the parts for which a platform that is being written has the code
 */
export function describePlatform(under: PlatformUnderTest, written: readonly Part[] = allParts): void {
  describe(`${under.name}`, () => {
    for (const name of written)
      describe(`${name}`, () => {
        parts[name](under)
      })
  })
}
