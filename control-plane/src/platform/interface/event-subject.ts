import type { PlatformEvent } from './platform.ts'

/** The subject of an event. Events of one subject are passed, stored and applied in their order. */
export function eventSubject(event: PlatformEvent): string {
  if ('instanceId' in event) return event.instanceId
  if ('volumeId' in event) return event.volumeId
  if ('snapshotId' in event) return event.snapshotId
  if ('imageId' in event) return event.imageId
  if ('vpcId' in event) return event.vpcId
  if ('physicalDiskId' in event) return event.physicalDiskId
  if ('peer' in event) return `${event.kind} ${event.location} ${event.peer}`
  if ('portId' in event) return event.portId
  return 'sled' in event ? event.sled.id : event.sledId
}
