import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { capabilityRefusal } from '@skerry/contract/rules/capabilities.ts'
import { permits } from '@skerry/contract/rules/permissions.ts'
import type { Context, Hono } from 'hono'
import { Access } from '../access/access.ts'
import { credentialsOf, identify } from '../access/actor.ts'
import { Authority } from '../access/authority.ts'
import type { ClientAddress } from '../access/client-address.ts'
import { unguarded } from '../database/database-watch.ts'
import type { Services } from '../services/services.ts'
import type { Log, LogFields } from '../telemetry/log.ts'
import { randomId } from '../values/uuid.ts'
import { admit } from './admission.ts'
import { AuditTrail } from './audit.ts'
import type { Call, Handlers } from './call.ts'
import { cutText } from './difference.ts'
import type { AcceptDuplex } from './duplex.ts'
import { errorAnswer, headersOf, oauthErrorAnswer } from './error-answers.ts'
import { ApiError, forbidden, internal, invalidRequest, notImplemented } from './errors.ts'
import { answerText } from './etag.ts'
import { asApiError } from './failures.ts'
import { located } from './located.ts'
import { makeChange } from './make-change.ts'
import type { Page, SortMode } from './paging.ts'
import type { PageStatement } from './project-list.ts'
import { defaultSort, projectRolesFor, readAddress, subjectOf } from './request-address.ts'

export interface Env {
  Bindings: {
    remoteAddress: ClientAddress
    secure?: boolean
    duplex?: AcceptDuplex
    /** Receives the answer's Set-Cookie: in a page an answer cannot have that header. */
    setCookie?: (cookie: string) => void
  }
}
/** Handlers of operations. A server for a platform that lacks some may leave them out: they answer 501. */
export type HandlerTable = Partial<Handlers<typeof operations>>
type AnyHandler = ((call: Call) => unknown) & { pageStatement?: PageStatement }

/** Operations that are answered even if the database is down. */
const WITHOUT_DATABASE: ReadonlySet<OperationId> = new Set(['ping'])

const SESSION_WRITTEN_EVERY_MS = 60_000

/** Adds a route for every operation of the contract. */
export function bind(app: Hono<Env>, services: Services, handlers: HandlerTable): void {
  const all = Object.entries(operations) as [OperationId, Operation][]
  for (const [id, operation] of all.toSorted(headsFirst)) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
    const answer = (c: Context<Env>) => serve(c, services, id, operation, handlers[id] as AnyHandler | undefined)
    // Hono routes a HEAD request as a GET; the contract may have its own operation for it.
    if (operation.method === 'head') app.get(path, (c, next) => (c.req.method === 'HEAD' ? answer(c) : next()))
    else app.on(operation.method.toUpperCase(), path, answer)
  }
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => ({ method, pattern: patternOf([path]) }))
  const known = patternOf(app.routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path))
  app.notFound((c) => {
    if (!known.test(c.req.path)) return refuse(services.log, c.req.raw, new ApiError(404, undefined, 'Not Found'))
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    const headers = { allow: [...methods].toSorted().join(', ') }
    return refuse(services.log, c.req.raw, new ApiError(405, undefined, 'Method Not Allowed', { headers }))
  })
  app.onError((error, c) => refuse(services.log, c.req.raw, asApiError(error)))
}

/** Answers a request that no operation answers, and logs the refusal under the request id that the client sees. */
export function refuse(log: Log, { method, url }: Pick<Request, 'method' | 'url'>, error: ApiError): Response {
  const requestId = randomId()
  // Without the query, which may have secrets.
  const path = cutText(new URL(url).pathname, MAX_SHOWN_LENGTH)
  logRequest(log, { request_id: requestId, method, path, status: error.status }, error)
  return errorAnswer(requestId, error)
}

const headsFirst = ([, a]: [string, Operation], [, b]: [string, Operation]) =>
  Number(b.method === 'head') - Number(a.method === 'head')

/** Matches the paths of all these routes. Compiled once, so an unknown path costs no more than a known one. */
const patternOf = (routes: readonly string[]): RegExp =>
  new RegExp(`^(?:${routes.map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|')})$`)

async function serve(
  c: Context<Env>,
  services: Services,
  id: OperationId,
  operation: Operation,
  handler: AnyHandler | undefined,
): Promise<Response> {
  const started = performance.now()
  const trail = new AuditTrail(services, id, operation, c.env.remoteAddress)
  const { requestId } = trail
  const database = WITHOUT_DATABASE.has(id) ? unguarded : services.databaseGuard
  let handling: Promise<Response> | undefined
  let answer: Response
  let failure: ApiError | undefined
  try {
    answer = await database.guard(() => (handling = handle(c, services, id, operation, handler, trail)))
  } catch (error) {
    failure = asApiError(error)
    // The handler may still answer after the database guard has refused.
    handling?.then(discardBody, () => {})
    answer = (operation.errors === 'oauth' ? oauthErrorAnswer : errorAnswer)(requestId, failure)
  }
  if (c.req.method === 'HEAD') discardBody(answer)
  const who = { actor_id: trail.who?.userId, silo_id: trail.who?.siloId }
  const fields = { request_id: requestId, operation: id, ...who, status: answer.status }
  // A handler that continues after the answer is recorded once it has ended.
  const recorded = Promise.allSettled([handling])
    .then(() => trail.answered(answer.status, failure))
    .catch((error: unknown) => services.log('error', 'cannot write the audit log', { ...fields, error }))
  await database.guard(() => recorded).catch(() => {})
  const ms = performance.now() - started
  services.telemetry.request(id, answer.status, ms)
  logRequest(services.log, { ...fields, ms: Math.round(ms) }, failure)
  return answer
}

/**
 * The line of a request, with the cause that its answer does not have. A text is a known limit or state, or what a saga
 * has stored of its failure.
 */
export function logRequest(log: Log, fields: LogFields & { status: number }, failure?: ApiError): void {
  const { status } = fields
  const outcome = status < 400 ? 'answered' : status < 500 ? 'refused' : 'failed'
  const cause = failure?.cause
  const isText = typeof cause === 'string'
  // Without a cause a 5xx is expected: no capacity, an unimplemented operation. A full disk is a limit, too.
  const isLimit = status === 507 || (isText && status !== 500)
  const level = status < 500 || cause === undefined ? 'info' : isLimit ? 'warn' : 'error'
  log(level, `request ${outcome}`, {
    ...fields,
    ...(isText ? { reason: cause } : cause !== undefined && { error: cause }),
  })
}

/** A body that is not read would keep open what it streams from, such as a stream of changes. */
const discardBody = ({ body }: Response): void => void body?.cancel().catch(() => {})

async function handle(
  c: Context<Env>,
  services: Services,
  id: OperationId,
  operation: Operation,
  handler: AnyHandler | undefined,
  trail: AuditTrail,
): Promise<Response> {
  const request = c.req.raw
  // Before anything runs: its answer could be a stream, which nobody would read.
  if (c.env.duplex && !operation.websocket) throw invalidRequest('this operation accepts no WebSocket upgrade')
  const now = services.clock.now()
  const open = permits(id, undefined)
  const secure = services.settings.secureCookies || c.env.secure === true
  const credentials = open ? [] : credentialsOf(request, secure)
  const { input, problem } = readAddress(c.req, services, id, operation)
  const project = input?.query['project'] ?? input?.params['project']
  const subject = input && subjectOf(operation, input.params, services.resources)
  const projectRoles = projectRolesFor(id, operation, project !== undefined)
  const sort = (input?.query['sort_by'] ?? defaultSort(operation)) as SortMode
  const page: Page = {
    limit: input?.limit ?? 0,
    after: input?.state?.last,
    tokenAfter: (last) => services.pageTokens.write(id, { query: input?.query ?? {}, last }),
  }
  const identified = open
    ? undefined
    : await identify(services.db, credentials, {
        now,
        limits: services.settings.sessions,
        project: typeof project === 'string' ? project : undefined,
        subject,
        page: input && handler?.pageStatement?.(services.db, sort, page),
        projectRoles,
      })
  trail.who = identified?.actor
  trail.credentialId = identified?.actor.credential.id
  if (problem) throw problem
  if (!input) throw internal('no input and no problem')
  // A WebSocket starts with a GET, and browsers let any page open one.
  if (((operation.method !== 'get' && operation.method !== 'head') || operation.websocket) && !operation.fromOtherSites)
    refuseForeignOrigin(request, services, { requestId: trail.requestId, kind: identified?.credential.kind })
  if (identified?.lastUsed && now.getTime() - identified.lastUsed.getTime() > SESSION_WRITTEN_EVERY_MS)
    await services.db
      .updateTable('sessions')
      .set({ time_last_used: now })
      .where('id', '=', identified.actor.credential.id)
      .execute()
  if (!handler) throw notImplemented(id)
  const lack = capabilityRefusal(id, services.capabilities)
  if (lack !== undefined) throw invalidRequest(lack)

  using places = new DisposableStack()
  const body = await admit(request, operation, { budgets: services.budgets, actor: identified?.actor, places })
  const access = new Access(identified?.actor, id)
  trail.access = access
  const authority = new Authority(services, identified?.credential, access, projectRoles)
  const headers = headersOf(trail.requestId)
  const call: Call = {
    operation: id,
    params: input.params as Call['params'],
    query: input.query as Call['query'],
    body: body as Call['body'],
    requestId: trail.requestId,
    request,
    remoteAddress: c.env.remoteAddress,
    secure,
    credential: identified?.credential,
    duplex: c.env.duplex,
    now,
    services,
    db: services.db,
    get actor() {
      if (!identified) throw internal(`${id} is open to all and has no actor`)
      return identified.actor
    },
    access,
    confirmAccess: (db) => authority.confirm(db),
    selectedProject: identified?.project,
    subject: subject && identified && { of: subject, row: identified.subject },
    listed: identified?.page,
    page,
    sort,
    transaction: (work) => makeChange(services, { trail, authority }, work),
    target: (thing, detail) => {
      trail.target = thing
      trail.detail = detail
    },
    mention(...things) {
      for (const thing of things) trail.mentioned.add(thing)
    },
    identifiedAs(who) {
      trail.who = who
    },
    headers,
  }
  let answer: unknown
  try {
    answer = await handler(call)
  } catch (error) {
    throw located(asApiError(error), call, services.resources)
  }
  if (headers['set-cookie'] !== undefined) c.env.setCookie?.(headers['set-cookie'])
  if (!open && !access.decided) throw internal(`${id} answered without checking permission`)
  return form(operation, answer, headers)
}

/** Only the console's own pages may write with a cookie. Browsers never send tokens by themselves. */
function refuseForeignOrigin(
  { headers, url }: Request,
  { log, settings }: Pick<Services, 'log' | 'settings'>,
  { requestId, kind }: { requestId: string; kind: 'session' | 'token' | undefined },
): void {
  if (kind === 'token') return
  const site = headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') throw forbidden()
  const origin = headers.get('origin')
  if (!origin) return
  const from = URL.parse(origin)
  const host = headers.get('host') ?? new URL(url).host
  // Parsed, so case and default ports make no difference.
  if (from && from.host === URL.parse(`${from.protocol}//${host}`)?.host) return
  if (from && settings.publicUrl !== undefined && from.origin === new URL(settings.publicUrl).origin) return
  const [shownOrigin, shownHost] = [cutText(origin, MAX_SHOWN_LENGTH), cutText(host, MAX_SHOWN_LENGTH)]
  log('warn', 'request of another origin refused', { request_id: requestId, origin: shownOrigin, host: shownHost })
  const advice = 'a proxy in front must pass on Host with its port, or SKERRY_PUBLIC_URL must be the origin'
  throw new ApiError(403, 'Forbidden', `Forbidden: origin ${shownOrigin}, host ${shownHost}: ${advice}`)
}

const MAX_SHOWN_LENGTH = 200

function form(operation: Operation, answer: unknown, headers: Record<string, string>): Response {
  if (operation.answer === 'default') {
    const response = answer as Response
    for (const [name, value] of Object.entries(headers))
      if (!response.headers.has(name)) response.headers.set(name, value)
    return response
  }
  const [status, schema] = operation.answer
  if (!schema) return new Response(null, { status, headers })
  headers['content-type'] = 'application/json'
  return new Response(answerText(answer), { status, headers })
}
