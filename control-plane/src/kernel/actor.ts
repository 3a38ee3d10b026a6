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
  assignments: [Actor['assignments'][number]['level'], string, Role][] | null
  project: (Omit<ProjectRow, 'time_created' | 'time_modified'> & { time_created: string; time_modified: string }) | null
}

const sessionSource = (secret: string, now: Date, limits: SessionLimits) => sql`
  select id as credential_id, user_id, time_last_used from sessions
  where token_hash = ${hashSecret(secret)}
    and time_created > ${new Date(now.getTime() - limits.absoluteMs)}
    and time_last_used > ${new Date(now.getTime() - limits.idleMs)}`

const tokenSource = (secret: string, now: Date) => sql`
  select id as credential_id, user_id, null::timestamptz as time_last_used from access_tokens
  where token_hash = ${hashSecret(secret)} and (time_expires is null or time_expires > ${now})`

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
  const source =
    credential.kind === 'session' ? sessionSource(credential.secret, now, limits) : tokenSource(credential.secret, now)
  const selected =
    project !== undefined && isUuid(project) ? sql`id = ${canonicalUuid(project)}` : sql`name = ${project ?? null}`
  const { rows } = await sql<ActorRow>`
    with credential as (${source})
    select c.*, u.silo_id, u.external_id, s.name as silo_name, s.mapped_fleet_roles,
      (select json_agg(json_build_array(r.level, r.resource_id, r.role)) from role_assignments r
        where (r.identity_type = 'silo_user' and r.identity_id = u.id)
          or (r.identity_type = 'silo_group'
            and r.identity_id in (select group_id from group_members m where m.user_id = u.id))) as assignments,
      (select row_to_json(p) from projects p where p.silo_id = u.silo_id and p.${selected}) as project
    from credential c join users u on u.id = c.user_id join silos s on s.id = u.silo_id`.execute(db)
  const row = rows[0]
  if (!row) throw unauthorized()
  return {
    actor: {
      userId: row.user_id,
      siloId: row.silo_id,
      siloName: row.silo_name,
      displayName: row.external_id,
      credential: { kind: credential.kind, id: row.credential_id },
      assignments: (row.assignments ?? []).map(([level, resourceId, role]) => ({ level, resourceId, role })),
      mappedFleetRoles: row.mapped_fleet_roles,
    },
    project: row.project
      ? {
          ...row.project,
          time_created: new Date(row.project.time_created),
          time_modified: new Date(row.project.time_modified),
        }
      : undefined,
    lastUsed: row.time_last_used ?? undefined,
  }
}
