import { sql } from 'kysely'
import { canonicalUuid, isUuid } from '@skerry/contract/rules/names.ts'
import type { Role } from '@skerry/contract/rules/roles.ts'
import type { Queryable } from './database.ts'
import { unauthorized } from './errors.ts'
import { hashSecret } from './secrets.ts'
import type { Row } from './tables.ts'

export const SESSION_COOKIE = 'session'
export const TOKEN_PREFIX = 'skerry-token-'

export interface Credential {
  kind: 'session' | 'token'
  secret: string
}

/** Who calls, and every role it holds, as the database says at this moment: nothing of it is cached. */
export interface Actor {
  userId: string
  siloId: string
  siloName: string
  displayName: string
  credential: { kind: 'session' | 'token'; id: string }
  /** Own and groups' assignments, before inheritance. */
  assignments: { level: 'fleet' | 'silo' | 'project'; resourceId: string; role: Role }[]
  mappedFleetRoles: Partial<Record<Role, Role[]>>
}

export interface SessionLimits {
  idleMs: number
  absoluteMs: number
}

/** The credential of a request: the cookie first, then the bearer token. A malformed one is refused like an unknown one. */
export function credentialOf(request: Request): Credential | undefined {
  const cookies = request.headers.get('cookie')
  const session = cookies && /(?:^|;\s*)session=([^;]*)/.exec(cookies)?.[1]
  if (session) return { kind: 'session', secret: /^[0-9a-f]{40}$/.test(session) ? session : '' }
  const authorization = request.headers.get('authorization')
  if (authorization === null) return undefined
  const token = /^Bearer skerry-token-([0-9a-f]{40})$/i.exec(authorization)?.[1]
  return { kind: 'token', secret: token ?? '' }
}

type ProjectRow = Row<'projects'>

interface ActorRow {
  user_id: string
  silo_id: string
  silo_name: string
  external_id: string
  mapped_fleet_roles: Actor['mappedFleetRoles']
  credential_id: string
  time_last_used: Date | null
  /** `silo 86ee… admin` */
  assignments: string[]
  project_id: string | null
  project_name: string
  project_description: string
  project_time_created: Date
  project_time_modified: Date
}

const bySession = (secret: string, now: Date, limits: SessionLimits) => ({
  table: sql`sessions`,
  lastUsed: sql`c.time_last_used`,
  holds: sql`c.token_hash = ${hashSecret(secret)}
    and c.time_created > ${new Date(now.getTime() - limits.absoluteMs)}
    and c.time_last_used > ${new Date(now.getTime() - limits.idleMs)}`,
})

const byToken = (secret: string, now: Date) => ({
  table: sql`access_tokens`,
  lastUsed: sql`null::timestamptz`,
  holds: sql`c.token_hash = ${hashSecret(secret)} and (c.time_expires is null or c.time_expires > ${now})`,
})

export interface Identified {
  actor: Actor
  /** The project that the request's `project` selector names in the actor's silo, if there is one. */
  project: ProjectRow | undefined
  /** When the session was last written as used; undefined for a token. */
  lastUsed: Date | undefined
}

/**
 * Finds the actor of a credential, its roles and the project that the request speaks of, in one statement:
 * most requests need all three, and a second round trip would cost as much as their own work.
 * @throws 401 when the credential is unknown or has ended
 */
export async function identify(
  db: Queryable,
  credential: Credential,
  options: { now: Date; limits: SessionLimits; project?: string | undefined },
): Promise<Identified> {
  if (!credential.secret) throw unauthorized()
  const { now, limits, project } = options
  const { table, lastUsed, holds } =
    credential.kind === 'session' ? bySession(credential.secret, now, limits) : byToken(credential.secret, now)
  const selected =
    project !== undefined && isUuid(project) ? sql`p.id = ${canonicalUuid(project)}` : sql`p.name = ${project ?? null}`
  const { rows } = await sql<ActorRow>`
    select c.id as credential_id, c.user_id, ${lastUsed} as time_last_used,
      u.silo_id, u.external_id, s.name as silo_name, s.mapped_fleet_roles,
      array(select r.level || ' ' || r.resource_id || ' ' || r.role from role_assignments r
        where r.identity_id = u.id
          or r.identity_id in (select m.group_id from group_members m where m.user_id = u.id)) as assignments,
      p.id as project_id, p.name as project_name, p.description as project_description,
      p.time_created as project_time_created, p.time_modified as project_time_modified
    from ${table} c
      join users u on u.id = c.user_id
      join silos s on s.id = u.silo_id
      left join projects p on p.silo_id = u.silo_id and ${selected}
    where ${holds}`.execute(db)
  const row = rows[0]
  if (!row) throw unauthorized()
  return {
    actor: {
      userId: row.user_id,
      siloId: row.silo_id,
      siloName: row.silo_name,
      displayName: row.external_id,
      credential: { kind: credential.kind, id: row.credential_id },
      assignments: row.assignments.map(assignment),
      mappedFleetRoles: row.mapped_fleet_roles,
    },
    project: projectOf(row),
    lastUsed: row.time_last_used ?? undefined,
  }
}

const assignment = (text: string): Actor['assignments'][number] => {
  const [level, resourceId, role] = text.split(' ') as [Actor['assignments'][number]['level'], string, Role]
  return { level, resourceId, role }
}

const projectOf = (row: ActorRow): ProjectRow | undefined =>
  row.project_id === null
    ? undefined
    : {
        id: row.project_id,
        silo_id: row.silo_id,
        name: row.project_name,
        description: row.project_description,
        time_created: row.project_time_created,
        time_modified: row.project_time_modified,
      }
