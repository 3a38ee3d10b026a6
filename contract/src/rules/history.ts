/** How an act ended, or that it goes on. */
export const historyOutcomes = ['done', 'running', 'refused', 'failed'] as const

/** What happens to things without a request. */
export const machineEventNames = [
  'instance_failed',
  'instance_stopped',
  'instance_not_started',
  'instance_not_rebooted',
  'instance_repairing',
  'instance_repaired',
  'instance_network_lost',
  'instance_storage_full',
  'instance_continued',
  'instance_moved',
  'instance_not_moved',
  'instance_restarted',
  'disk_faulted',
  'snapshot_faulted',
  'image_faulted',
  'sled_added',
  'sled_unreachable',
  'sled_reachable',
  'sled_removed',
  'physical_disk_failed',
] as const
export type MachineEventName = (typeof machineEventNames)[number]

/** Largest size of a change that a history shows; of larger ones it shows that there are some. */
export const MAX_CHANGE_BYTES = 16_384
