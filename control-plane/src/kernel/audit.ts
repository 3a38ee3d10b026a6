import type { Actor } from './actor.ts'
import type { Services } from './services.ts'
import { randomId } from './uuid.ts'

interface Audited {
  request_id: string
  operation: string
  actor: Actor | undefined
  remoteAddress: string
  target: string | undefined
  detail: object | undefined
  status: number
}

/** Appends to the audit log: who did what, from where, to what, and how it ended. */
export async function audit(services: Services, event: Audited): Promise<void> {
  await services.db
    .insertInto('audit_log')
    .values({
      id: randomId(),
      time: services.clock.now(),
      request_id: event.request_id,
      operation: event.operation,
      actor_id: event.actor?.userId ?? null,
      silo_id: event.actor?.siloId ?? null,
      credential_id: event.actor?.credential.id ?? null,
      source_address: event.remoteAddress || null,
      target: event.target ?? null,
      status: event.status,
      detail: event.detail ? JSON.stringify(event.detail) : null,
    })
    .execute()
}
