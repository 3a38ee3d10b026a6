import type { Operation } from '@skerry/contract/operation.ts'
import type { OperationId } from '@skerry/contract/operations.ts'
import { stringifyJson } from '@skerry/contract/rules/json.ts'
import type { Access } from '../access/access.ts'
import { type ClientAddress, shownAddress } from '../access/client-address.ts'
import type { Tx } from '../database/database.ts'
import type { Services } from '../services/services.ts'
import { randomId } from '../values/uuid.ts'
import { correctRecord, insertMentions, insertRecord, insertRefusal } from './audit-records.ts'
import { cutText } from './difference.ts'
import type { ApiError } from './errors.ts'

/** Messages repeat names that a request sent. */
const MAX_REASON_LENGTH = 500

/** An import has many blocks; its start, stop and end are in the audit log. A query changes nothing. */
const NOT_AUDITED: ReadonlySet<OperationId> = new Set([
  'disk_bulk_write_import',
  'timeseries_query',
  'system_timeseries_query',
])

/** Audited reads: each downloads data in bulk. */
const AUDITED_READS: ReadonlySet<OperationId> = new Set([
  'support_bundle_download',
  'support_bundle_download_file',
  'audit_log_export',
])

/**
 * The audit record of one request. A change and its record are committed in one transaction, so neither exists without
 * the other (docs/adr/0011-audit-with-the-change.md).
 */
export class AuditTrail {
  /** The caller: the actor, or the user or silo that an unauthenticated operation identified. */
  who: { userId?: string; siloId: string } | undefined
  credentialId: string | undefined
  target: string | undefined
  /** Ids of other things that the change created, attached, detached or deleted. */
  readonly mentioned = new Set<string>()
  detail: object | undefined
  access: Access | undefined
  readonly requestId = randomId()
  readonly #services: Services
  readonly #id: OperationId
  readonly #operation: Operation
  readonly #client: ClientAddress
  #changed = false
  #recordId: string | undefined

  constructor(services: Services, id: OperationId, operation: Operation, client: ClientAddress) {
    this.#services = services
    this.#id = id
    this.#operation = operation
    this.#client = client
  }

  /** Runs a change and records it as a success in the same transaction. */
  async withChange<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
    // A retried transaction chooses new ids.
    this.mentioned.clear()
    const result = await work(tx)
    if (this.#isAudited()) {
      const entry = this.#entry(this.#successStatus)
      await insertRecord(tx, entry)
      if (this.mentioned.size) await insertMentions(tx, entry, [...this.mentioned])
      this.#recordId = entry.id
    }
    return result
  }

  /** Call it after the commit of the change and its record. */
  committed(): void {
    this.#changed = true
  }

  /** Records how the request ended; corrects the record of its change if there is one. */
  async answered(status: number, failure?: ApiError): Promise<void> {
    const { db } = this.#services
    if (this.#changed && status < 400) return
    if (failure) this.detail = { ...this.detail, reason: cutText(failure.message, MAX_REASON_LENGTH) }
    const entry = this.#entry(status)
    if (this.#changed && this.#recordId)
      await correctRecord(db, this.#recordId, { status, detail: entry.detail ?? null })
    else if (!this.#isAudited() && !(status === 403 && this.#isAboutSystem())) return
    else if (status >= 400 && status < 500 && this.who) await insertRefusal(db, entry, this.detail ?? {})
    else await insertRecord(db, entry)
  }

  /**
   * True for writes, connections and some reads; not for anonymous requests without a target, which could fill the log.
   */
  #isAudited(): boolean {
    const { method, websocket } = this.#operation
    const writes = method !== 'get' && method !== 'head' && !NOT_AUDITED.has(this.#id)
    return (writes || websocket === true || AUDITED_READS.has(this.#id)) && this.#isAttributable()
  }

  /**
   * Every page of the console reads `system_policy_view` to find out whether its user may see the system: its refusal
   * is not recorded.
   */
  #isAboutSystem(): boolean {
    const { tag, path } = this.#operation
    return this.#id !== 'system_policy_view' && (tag.startsWith('system/') || path.includes('/v1/system/'))
  }

  #isAttributable(): boolean {
    return this.who?.userId !== undefined || this.target !== undefined
  }

  get #successStatus(): number {
    return this.#operation.answer === 'default' ? 200 : this.#operation.answer[0]
  }

  #entry(status: number) {
    return {
      id: randomId(),
      time: this.#services.clock.now(),
      request_id: this.requestId,
      operation: this.#id,
      actor_id: this.who?.userId ?? null,
      silo_id: this.who?.siloId ?? null,
      credential_id: this.credentialId ?? null,
      source_address: shownAddress(this.#client),
      target: this.target ?? null,
      status,
      detail: this.detail ? stringifyJson(this.detail) : null,
      ...this.access?.place,
    }
  }
}
