/** Every alert class. */
export const alertClasses = [
  { name: 'bfd.session_down', description: 'A BFD session with a peer went down' },
  { name: 'bgp.session_down', description: 'A BGP session with a peer went down' },
  { name: 'certificate.expiring', description: 'A certificate expires within 30 days, or has expired' },
  { name: 'disk.faulted', description: 'A disk was faulted: its data can no longer be read or written' },
  { name: 'instance.auto_restarted', description: 'A failed instance is being restarted automatically' },
  { name: 'instance.failed', description: 'An instance failed: its machine no longer runs' },
  { name: 'instance.start_failed', description: 'An instance could not be started' },
  { name: 'instance.storage_full', description: 'An instance was paused because the storage is full' },
  { name: 'ip_pool.exhausted', description: 'Every address of an IP pool is in use' },
  { name: 'physical_disk.failed', description: 'A physical disk failed and is no longer in service' },
  { name: 'platform.unresponsive', description: 'The platform did not answer a call in time' },
  { name: 'probe', description: 'A test of a receiver: nothing happened' },
  { name: 'quota.exceeded', description: 'A silo uses all of its quota of CPUs, memory or storage, or more' },
  {
    name: 'reconciliation.stopped',
    description:
      'So many machines, or so much storage, are missing at once that nothing changes until an operator looks',
  },
  { name: 'saga.overdue', description: 'A saga has been running for more than an hour' },
  { name: 'sled.added', description: 'A sled became part of the system' },
  { name: 'sled.unreachable', description: 'A sled can no longer be reached' },
  { name: 'support_bundle.failed', description: 'A support bundle could not be collected' },
  { name: 'update.repository_uploaded', description: 'An update repository was uploaded' },
  { name: 'update.target_changed', description: 'The target release of the system was changed' },
] as const

export type AlertClassName = (typeof alertClasses)[number]['name']

/** Whether a subscription matches a class. */
export const coversClass = (pattern: string, name: string): boolean => patternsCovering(name).includes(pattern)

/** Every pattern that matches a class: `*` matches one segment, `**` one or more. Names have few segments. */
export const patternsCovering = (name: string): string[] => [...new Set(covering(name.split('.')))]

/** Patterns whose first segment matches one segment of the name, or several. */
const covering = (segments: readonly string[]): string[] =>
  segments.flatMap((first, more) => {
    const heads = more === 0 ? [first, '*', '**'] : ['**']
    const rest = segments.slice(more + 1)
    return rest.length ? heads.flatMap((head) => covering(rest).map((tail) => `${head}.${tail}`)) : heads
  })
