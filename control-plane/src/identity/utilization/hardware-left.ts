import type { VirtualResourceCounts } from '@skerry/contract/identity/utilization.ts'
import type { Queryable } from '../../kernel/database/database.ts'

/** What the hardware has left for an instance and its disks, in any silo: undefined where that is not known. */
export type HardwareLeft = (db: Queryable) => Promise<VirtualResourceCounts | undefined>

declare module '../../kernel/services.ts' {
  interface WingServices {
    hardwareLeft: HardwareLeft
  }
}
