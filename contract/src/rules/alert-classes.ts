/** Every class of alert, by name. */
export const alertClasses = [
  { name: 'bfd.session_down', description: 'A BFD session with a peer went down' },
  { name: 'bgp.session_down', description: 'A BGP session with a peer went down' },
  { name: 'certificate.expiring', description: 'A certificate expires within 30 days, or has expired' },
  { name: 'disk.faulted', description: 'A disk was faulted: its data can no longer be read or written' },
  { name: 'instance.auto_restarted', description: 'A failed instance is being restarted automatically' },
  { name: 'instance.failed', description: 'An instance failed: its machine no longer runs' },
  { name: 'instance.start_failed', description: 'An instance could not be started' },
  { name: 'ip_pool.exhausted', description: 'Every address of an IP pool is in use' },
  { name: 'physical_disk.failed', description: 'A physical disk failed and is no longer in service' },
  {
    name: 'probe',
    description: 'Sent to test a receiver: answer it as any other, but it tells of nothing that happened',
  },
  { name: 'quota.exceeded', description: 'A silo uses all of its quota of CPUs, memory or storage, or more' },
  { name: 'sled.added', description: 'A sled became part of the system' },
  { name: 'sled.unreachable', description: 'A sled can no longer be reached' },
  { name: 'support_bundle.failed', description: 'A support bundle could not be collected' },
  { name: 'update.repository_uploaded', description: 'An update repository was uploaded' },
  { name: 'update.target_changed', description: 'The target release of the system was changed' },
] as const

export type AlertClassName = (typeof alertClasses)[number]['name']

/** Whether a subscription covers a class: `*` stands for one segment, `**` for one or more. */
export const coversClass = (pattern: string, name: string): boolean => covers(pattern.split('.'), name.split('.'))

function covers([first, ...rest]: string[], segments: string[]): boolean {
  if (first === undefined) return segments.length === 0
  // Each segment of a pattern stands for at least one, so a longer pattern covers nothing.
  if (segments.length <= rest.length) return false
  if (first !== '*' && first !== '**' && first !== segments[0]) return false
  return covers(rest, segments.slice(1)) || (first === '**' && covers(['**', ...rest], segments.slice(1)))
}
