import type { PlatformEvent } from './platform.ts'

/** An event that was read from JSON, in which times are text. */
export function withEventDates<Event extends PlatformEvent>(event: Event): Event {
  if (event.kind === 'instance-rebooted')
    return { ...event, next: { ...event.next, bootedAt: new Date(event.next.bootedAt) } }
  if (event.kind === 'instance-condition' && event.condition)
    return { ...event, condition: { ...event.condition, since: new Date(event.condition.since) } }
  return event
}
