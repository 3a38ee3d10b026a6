import type { Operation } from '@skerry/contract/operation.ts'
import type { OperationId } from '@skerry/contract/operations.ts'
import { stringifyJson } from '@skerry/contract/rules/json.ts'
import type { Access } from '../access/access.ts'
import { type ClientAddress, shownAddress } from '../access/client-address.ts'
import type { Tx } from '../database/database.ts'
import type { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { randomId } from '../uuid.ts'
import { cutText } from './difference.ts'
import { correctRecord, insertMentions, insertRecord, insertRefusal } from './audit-records.ts'

/** Messages repeat names that a request sent. */
const LONGEST_REASON = 500

/** Blocks of an import are many; its start, stop and end stand in the audit log. A query changes nothing. */
const NOT_AUDITED: ReadonlySet<OperationId> = new Set([
  'disk_bulk_write_import',
  'timeseries_query',
  'system_timeseries_query',
])

/** Reads that take so much away that it is kept who did. */
const AUDITED_READS: ReadonlySet<OperationId> = new Set([
  'support_bundle_download',
  'support_bundle_download_file',
  'audit_log_export',
])

/**
 * What the audit log says of one request: who did what, from where, to what, and how it ended. A change is recorded
 * in its own transaction, so neither is ever there without the other; docs/adr/0011-audit-with-the-change.md says more.
 */
export class AuditTrail {
  /** Who calls: the actor, or whom an operation that is open to all found out to be. */
  who: { userId?: string; siloId: string } | undefined
  credentialId: string | undefined
  target: string | undefined
  /** Other things that the change made, attached, detached or took along. */
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

  /** Runs a change and records it as the success that it is once it commits. */
  async withChange<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
    // Work that is done again chooses new ids.
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

  /** A change was committed, and its record with it. */
  committed(): void {
    this.#changed = true
  }

  /** Records how the request ended, in the record of its change where there is one. */
  async answered(status: number, failure?: ApiError): Promise<void> {
    const { db } = this.#services
    if (this.#changed && status < 400) return
    if (failure) this.detail = { ...this.detail, reason: cutText(failure.message, LONGEST_REASON) }
    const entry = this.#entry(status)
    if (this.#changed && this.#recordId)
      await correctRecord(db, this.#recordId, { status, detail: entry.detail ?? null })
    else if (!this.#isAudited() && !(status === 403 && this.#isAboutSystem())) return
    else if (status >= 400 && status < 500 && this.who) await insertRefusal(db, entry, this.detail ?? {})
    else await insertRecord(db, entry)
  }

  /**
   * Every write, every connection, and some reads; not anonymous requests without a target, which could fill the log.
   */
  #isAudited(): boolean {
    const { method, websocket } = this.#operation
    const writes = method !== 'get' && method !== 'head' && !NOT_AUDITED.has(this.#id)
    return (writes || websocket === true || AUDITED_READS.has(this.#id)) && this.#isAttributable()
  }

  /** Every page of the console asks whether its user sees the system, so a refusal of that read is not recorded. */
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
