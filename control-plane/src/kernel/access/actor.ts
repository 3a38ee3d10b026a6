import { canonicalUuid, isUuid } from '@skerry/contract/rules/names.ts'
import type { Role } from '@skerry/contract/rules/roles.ts'
import { CompiledQuery } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { Row } from '../database/tables.ts'
import { unauthorized } from '../http/errors.ts'
import type { AnyResource } from '../resources/resource.ts'
import { FLEET_ID } from '../values/uuid.ts'
import { hashSecret } from './secrets.ts'
import { sessionSecrets } from './session-cookie.ts'

export interface Credential {
  kind: 'session' | 'token'
  secret: string
}

/** The caller and its roles as they are in the database now: nothing is cached. */
export interface Actor {
  userId: string
  siloId: string
  siloName: string
  displayName: string
  credential: { kind: 'session' | 'token'; id: string }
  /** Assignments of the user and its groups, before inheritance. `ProjectRoles` limits those on projects. */
  assignments: { level: 'fleet' | 'silo' | 'project'; resourceId: string; role: Role }[]
  mappedFleetRoles: Partial<Record<Role, Role[]>>
}

export interface SessionLimits {
  idleMs: number
  absoluteMs: number
}

/**
 * The credentials of a request, in the order in which they are tried: a token of ours alone, else each session. Other
 * values of `Authorization` are often for a proxy in front.
 */
export function credentialsOf({ headers }: Request, secure: boolean): Credential[] {
  const token = /^Bearer skerry-token-([0-9a-f]{40})$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (token) return [{ kind: 'token', secret: token }]
  return sessionSecrets(headers, secure).map((secret) => ({ kind: 'session', secret }))
}

type ProjectRow = Row<'projects'>

/** The resource in a project that the path names; read together with the actor, so a view takes one statement. */
export interface Subject {
  resource: AnyResource
  nameOrId: string
}

/** The first column of the one row that `identify` reads. JSON, since it is parsed natively, unlike columns. */
interface Found {
  user_id: string
  silo_id: string
  silo_name: string
  external_id: string
  mapped_fleet_roles: Actor['mappedFleetRoles']
  credential_id: string
  time_last_used: string | null
  /** `silo 86ee… admin` */
  assignments: string[]
  project: Record<string, unknown> | null
  subject?: Record<string, unknown> | null
  subject_silo_id?: string
}

export interface Identified {
  actor: Actor
  credential: Credential
  /** The project that the request's `project` selector names in the actor's silo, if it exists. */
  project: ProjectRow | undefined
  /** The subject's row with its silo's id, if it exists. */
  subject: (Record<string, unknown> & { silo_id: string }) | undefined
  /** Result of the statement `page`; undefined without a project. */
  page: unknown
  /** When the session's last use was last written; undefined for a token. */
  lastUsed: Date | undefined
}

/**
 * The project roles to read: on any project, on the selected project, or none. A user may have roles on thousands of
 * projects, so requests read only the roles that they need.
 */
export type ProjectRoles = 'any' | 'selected' | 'none'

interface Asked {
  roles: ProjectRoles
  kind: Credential['kind']
  projectBy: 'id' | 'name'
  subject: AnyResource | undefined
  subjectBy: 'id' | 'name'
  page: string | undefined
}

// Parameters: $1 the hash, $2 and $3 earliest creation and last use in seconds (now for tokens), $4 the project, from
// $5 on the subject or the page's own parameters.
const HOLDS = {
  session: 'c.token_hash = $1 and c.time_created > to_timestamp($2) and c.time_last_used > to_timestamp($3)',
  token:
    'c.token_hash = $1 and (c.time_expires is null or c.time_expires > to_timestamp($2)) and to_timestamp($3) is not null',
}

function subjectJoin(subject: AnyResource, subjectBy: Asked['subjectBy']): string {
  const isIt = Object.entries(subject.only).map(([column, value]) => ` and t.${column} = '${value}'`)
  return subjectBy === 'id'
    ? `left join lateral (select to_json(t) as row, tp.silo_id from ${subject.table} t
        join projects tp on tp.id = t.project_id where t.id = $5::uuid${isIt.join('')}) subject on true`
    : `left join lateral (select to_json(t) as row, p.silo_id from ${subject.table} t
        where t.project_id = p.id and t.name = $5${isIt.join('')}) subject on true`
}

const IDENTITIES = 'array(select m.group_id from group_members m where m.user_id = u.id) || u.id'

/** Assignments of the user and its groups, looked up by resource where the resource is known. */
function assignments({ roles }: Asked): string {
  const line = "select r.level || ' ' || r.resource_id || ' ' || r.role from"
  if (roles === 'any') return `${line} role_assignments r where r.identity_id = any (${IDENTITIES})`
  const places = [
    `('fleet', '${FLEET_ID}'::uuid)`,
    "('silo', u.silo_id)",
    ...(roles === 'selected' ? ["('project', p.id)"] : []),
  ]
  // `offset` makes PostgreSQL read the groups once, not once per resource.
  return `${line} (select ${IDENTITIES} as ids offset 0) who
      cross join (values ${places.join(', ')}) place (level, resource_id)
      join role_assignments r on r.level = place.level and r.resource_id = place.resource_id
        and r.identity_id = any (who.ids)`
}

const pageColumn = (page: string): string =>
  `case when p.id is not null then (${page.replaceAll(/\$(\d+)/g, (_, n) => `$${Number(n) + 4}`)}) end as page`

const statement = (asked: Asked): string => `
  select json_build_object(
    'credential_id', c.id, 'user_id', c.user_id, 'silo_id', u.silo_id, 'external_id', u.external_id,
    'silo_name', s.name, 'mapped_fleet_roles', s.mapped_fleet_roles,
    'time_last_used', ${asked.kind === 'session' ? 'c.time_last_used' : 'null'},
    'assignments', array(${assignments(asked)}),
    'project', to_json(p)
    ${asked.subject ? ", 'subject', subject.row, 'subject_silo_id', subject.silo_id" : ''}) as found
    ${asked.page ? `, ${pageColumn(asked.page)}` : ''}
  from ${asked.kind === 'session' ? 'sessions' : 'access_tokens'} c
    join users u on u.id = c.user_id
    join silos s on s.id = u.silo_id
    left join projects p on p.silo_id = u.silo_id and ${asked.projectBy === 'id' ? 'p.id = $4::uuid' : 'p.name = $4'}
    ${asked.subject ? subjectJoin(asked.subject, asked.subjectBy) : ''}
  where ${HOLDS[asked.kind]}`

// Every request runs one of these few texts. They are built and hashed once.
const statements = new Map<string, string>()
function statementFor(asked: Asked): string {
  const key = `${asked.roles} ${asked.kind} ${asked.projectBy} ${asked.subject?.kind} ${asked.subjectBy} ${asked.page}`
  const known = statements.get(key) ?? statement(asked)
  statements.set(key, known)
  return known
}

interface ActorQuery {
  now: Date
  limits: SessionLimits
  project?: string | undefined
  subject?: Subject | undefined
  /** Reads one value, a page of resources of the project `p`; not together with a subject. */
  page?: CompiledQuery | undefined
  projectRoles?: ProjectRoles
}

/**
 * Reads the actor of the first valid credential, its roles, and the project and subject or page of the request.
 * @throws 401 when all are unknown or have ended
 */
export async function identify(
  db: Queryable,
  credentials: readonly Credential[],
  reading: ActorQuery,
): Promise<Identified> {
  for (const credential of credentials) {
    const identified = await lookUp(db, credential, reading)
    if (identified) return identified
  }
  throw unauthorized()
}

/** In one statement: a second round trip would cost as much as the request's own work. */
async function lookUp(db: Queryable, credential: Credential, options: ActorQuery): Promise<Identified | undefined> {
  const { limits, project, subject, page, projectRoles = 'any' } = options
  const now = options.now.getTime()
  const ago = (ms: number) => (now - (credential.kind === 'session' ? ms : 0)) / 1000
  const text = statementFor({
    roles: projectRoles,
    kind: credential.kind,
    projectBy: project !== undefined && isUuid(project) ? 'id' : 'name',
    subject: subject?.resource,
    subjectBy: subject && isUuid(subject.nameOrId) ? 'id' : 'name',
    page: page?.sql,
  })
  const values = [
    hashSecret(credential.secret),
    ago(limits.absoluteMs),
    ago(limits.idleMs),
    project === undefined ? null : canonicalUuid(project),
    ...(subject ? [subject.nameOrId] : (page?.parameters ?? [])),
  ]
  const { rows } = await db.executeQuery<{ found: Found; page?: unknown }>(CompiledQuery.raw(text, values))
  const row = rows[0]?.found
  if (!row) return undefined
  return {
    credential,
    actor: {
      userId: row.user_id,
      siloId: row.silo_id,
      siloName: row.silo_name,
      displayName: row.external_id,
      credential: { kind: credential.kind, id: row.credential_id },
      assignments: row.assignments.map(assignment),
      mappedFleetRoles: row.mapped_fleet_roles,
    },
    project: row.project ? (revive(row.project) as unknown as ProjectRow) : undefined,
    subject: row.subject ? Object.assign(revive(row.subject), { silo_id: row.subject_silo_id ?? '' }) : undefined,
    page: rows[0]?.page ?? undefined,
    lastUsed: row.time_last_used ? new Date(row.time_last_used) : undefined,
  }
}

/** Converts the date columns of a row that was read as JSON back to dates. */
function revive(row: Record<string, unknown>): Record<string, unknown> {
  for (const key in row) if (key.startsWith('time_') && row[key] !== null) row[key] = new Date(row[key] as string)
  return row
}

const assignment = (text: string): Actor['assignments'][number] => {
  const [level, resourceId, role] = text.split(' ') as [Actor['assignments'][number]['level'], string, Role]
  return { level, resourceId, role }
}
