import type { VirtualResourceCounts } from '@skerry/contract/identity/utilization.ts'
import type { Queryable } from '../../kernel/database/database.ts'

/** Hardware left for an instance and its disks, in any silo; undefined if that is unknown. */
export type HardwareLeft = (db: Queryable) => Promise<VirtualResourceCounts | undefined>

declare module '../../kernel/services/services.ts' {
  interface WingServices {
    hardwareLeft: HardwareLeft
  }
}
