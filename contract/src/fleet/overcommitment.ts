import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { dateTime } from '../values.ts'

const factor = z.number().min(0.1).max(100)

const factors = {
  /** vCPUs of instances for each hardware thread. */
  cpu: factor,
  /** Sizes of disks, snapshots and images for each byte of storage. */
  storage: factor,
}

export const Overcommitment = z.object({ ...factors, time_modified: dateTime }).meta({ id: 'Overcommitment' })
export type Overcommitment = z.infer<typeof Overcommitment>

export const OvercommitmentUpdate = z.object(factors).meta({ id: 'OvercommitmentUpdate' })
export type OvercommitmentUpdate = z.infer<typeof OvercommitmentUpdate>

export const overcommitment = defineOperations({
  /** How much more is promised than the hardware has. Beyond the wire contract. */
  system_overcommitment_view: {
    tag: 'system/hardware',
    method: 'get',
    path: '/v1/system/overcommitment',
    answer: [200, Overcommitment],
  },
  system_overcommitment_update: {
    tag: 'system/hardware',
    method: 'put',
    path: '/v1/system/overcommitment',
    body: OvercommitmentUpdate,
    answer: [200, Overcommitment],
  },
})
