import type { BodyOf, Operation, ParamsOf, QueryOf, AnswerOf, OperationTable } from '@skerry/contract/operation.ts'
import type { OperationId } from '@skerry/contract/operations.ts'
import type { Access } from '../access/access.ts'
import type { Actor, Identified, Subject } from '../access/actor.ts'
import type { Db, Queryable, Tx } from '../database/database.ts'
import type { AcceptDuplex } from './duplex.ts'
import type { Page, SortMode } from './paging.ts'
import type { Services } from '../services.ts'
import type { Row } from '../database/tables.ts'

/** One request to one operation, read and validated, as handlers get it. */
export interface Call<O extends Operation = Operation> {
  operation: OperationId
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
  requestId: string
  request: Request
  /** The peer's address; empty in the page. */
  remoteAddress: string
  /** Whether the client speaks TLS, with a proxy in front: cookies are then sent over nothing else. */
  secure: boolean
  /** Of a request that asks for a connection both ways; undefined for any other. */
  duplex: AcceptDuplex | undefined
  now: Date
  services: Services
  /** Reads outside a transaction. Inside one, use what `transaction` hands over: PGlite has a single connection. */
  db: Db
  /** Who calls. An operation that is open to all has none: there this throws. */
  actor: Actor
  /** The one place where permission is decided. Every signed-in operation asks it before it answers. */
  access: Access
  /**
   * Decides again all that `access` has decided, by the credential and roles as they are now. A transaction ends with it
   * by itself; a change outside of one asks first, and one that takes roles or credentials away once it has its locks.
   * @throws 401, 403, 404
   */
  confirmAccess(db: Queryable): Promise<void>
  /** The project that the `project` selector named, in the actor's silo; undefined when there is none such. */
  selectedProject: Row<'projects'> | undefined
  /** What the path of a read names, as it was when the actor was identified; `findInProject` uses it. */
  subject: { of: Subject; row: Identified['subject'] } | undefined
  /** Of paginated operations. */
  page: Page
  sort: SortMode
  /**
   * Runs all that changes state, whole or not at all, and resolves once the sagas that it began have ended: read what
   * is answered anew then. Tried again when another overtook it or PostgreSQL chose it to break a deadlock, so it must
   * not touch anything but the transaction. @throws the error of a saga that failed; nothing of its work is left
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Names what is changed, for the audit log, and how, where that is worth keeping; called inside the transaction. */
  target(id: string, detail?: object): void
  /** Records the user or silo of a request to an unauthenticated operation, for the audit log. */
  identifiedAs(actor: { userId?: string; siloId: string }): void
  /** Headers to send along with the answer, by lower-case name. */
  headers: Record<string, string>
}

export type Handler<O extends Operation> = (call: Call<O>) => Promise<AnswerOf<O>> | AnswerOf<O>

/** A handler for each operation of a table: a missing one is a type error. */
export type Handlers<T extends OperationTable> = { [K in keyof T]: Handler<T[K]> }

/** A call to any operation, for code that reads neither its path nor its body. */
export type AnyCall = Omit<Call, 'params' | 'body'>

/** A call to any operation whose path has these parameters. */
export type CallAt<Params extends string> = AnyCall & { params: Record<Params, string> }
