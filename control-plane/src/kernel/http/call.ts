import type { BodyOf, Operation, ParamsOf, QueryOf, AnswerOf, OperationTable } from '@skerry/contract/operation.ts'
import type { OperationId } from '@skerry/contract/operations.ts'
import type { Access } from '../access/access.ts'
import type { Actor, Credential, Identified, Subject } from '../access/actor.ts'
import type { ClientAddress } from '../access/client-address.ts'
import type { Db, Queryable, Tx } from '../database/database.ts'
import type { Row } from '../database/tables.ts'
import type { Services } from '../services/services.ts'
import type { AcceptDuplex } from './duplex.ts'
import type { Page, SortMode } from './paging.ts'

/** One request to one operation, parsed and validated, for a handler. */
export interface Call<O extends Operation = Operation> {
  operation: OperationId
  params: ParamsOf<O>
  query: QueryOf<O>
  body: BodyOf<O>
  requestId: string
  request: Request
  remoteAddress: ClientAddress
  /** Whether the client uses TLS, possibly to a proxy: cookies are then marked `Secure`. */
  secure: boolean
  /** The caller's session or token; undefined for operations that are open to all. */
  credential: Credential | undefined
  /** For requests that open a WebSocket; undefined for others. */
  duplex: AcceptDuplex | undefined
  now: Date
  services: Services
  /** For reads outside a transaction. Inside one, use the `tx` of `transaction`: PGlite has a single connection. */
  db: Db
  /** The caller. Throws for operations that are open to all, which have none. */
  actor: Actor
  /** Checks permission. Every operation that needs a sign-in calls it before it answers. */
  access: Access
  /**
   * Repeats all checks of `access` with the present credential and roles. Transactions end with it automatically. Call
   * it before a change outside a transaction, and after taking the locks of a change that removes roles or credentials.
   * @throws 401, 403, 404
   */
  confirmAccess(db: Queryable): Promise<void>
  /** The project that the `project` selector names in the actor's silo; undefined if it does not exist. */
  selectedProject: Row<'projects'> | undefined
  /** The resource in the path of a read, read together with the actor; for `find`. */
  subject: { of: Subject; row: Identified['subject'] } | undefined
  /** The page of a `projectList`, read together with the actor. */
  listed: Identified['page']
  /** For paginated operations. */
  page: Page
  sort: SortMode
  /**
   * Runs a change atomically and resolves when the sagas that it started have ended; then reload what you return.
   * Retried after a conflict or deadlock, so `work` must use only the transaction. @throws the error of a failed saga,
   * whose work has been undone
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Sets the changed resource, and optional details, for the audit log; called inside the transaction. */
  target(id: string, detail?: object): void
  /** Adds the request to the histories of other things, which it created, attached, detached or deleted. */
  mention(...ids: string[]): void
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
