export const faultKinds = [
  'instance_fail',
  'instance_migrate',
  'instance_repair',
  'instance_storage_full',
  'start_fail',
  'disk_fault',
  'snapshot_fail',
  'sled_unreachable',
  'sled_storage_full',
  'sled_storage_low',
  'sled_storage_problem',
  'physical_disk_fail',
  'bgp_down',
  'bfd_down',
  'link_down',
  'bundle_fail',
  'webhook_unreachable',
  'saga_step_fail',
  'latency',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface FaultRequest {
  kind: FaultKind
  /**
   * Id of the resource, `*` for all; for saga_step_fail `<saga>` or `<saga>/<step>`, for a session the peer's address
   * or `<switch>/<address>`, for a link the port's id or `<switch>/<port>`, for a webhook the receiver's id.
   */
  target: string
  /** Delay in seconds. */
  after?: number
  /** Duration in seconds; unlimited by default. */
  for?: number
  /** Probability from 0 to 1 that it applies to a call; 1 by default. */
  probability?: number
}

export interface Fault extends FaultRequest {
  id: string
  begins: Date
  ends: Date | null
}

/** Faults on demand, for tests and demos. */
export interface Faults {
  /** Returns at once; the fault begins after its delay. */
  inject(request: FaultRequest): Fault
  /** Returns whether the fault existed. */
  end(id: string): boolean
  list(): Fault[]
  /** False while a webhook_unreachable fault applies to the receiver. */
  reachesReceiver(id: string): boolean
  /** Throws when a saga_step_fail fault applies to this step. */
  beforeSagaStep(saga: string, step: string): void
}
