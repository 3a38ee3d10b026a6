/** What in a project may need a user's attention. */
export const attentionKinds = [
  'instance_failed',
  'instance_paused',
  'instance_slow',
  'disk_faulted',
  'disk_import_unfinished',
  'disk_unattached',
  'snapshot_faulted',
  'snapshot_slow',
  'image_faulted',
  'image_fetch_failed',
  'floating_ip_unattached',
  'ip_pool_full',
  'certificate_expiring',
] as const
