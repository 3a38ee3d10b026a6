import type { Queryable, Tx } from '../../../kernel/database/database.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { conflict } from '../../../kernel/http/errors.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { ArchivedArtifact, ReceivedRepository } from './update-archives.ts'

export const findRepository = (db: Queryable, version: string): Promise<Row<'update_repositories'> | undefined> =>
  db.selectFrom('update_repositories').selectAll().where('system_version', '=', version).executeTakeFirst()

export const artifactsOf = (db: Queryable, repositoryId: string): Promise<Row<'update_artifacts'>[]> =>
  db
    .selectFrom('update_repository_artifacts')
    .innerJoin('update_artifacts', 'update_artifacts.id', 'artifact_id')
    .selectAll('update_artifacts')
    .where('repository_id', '=', repositoryId)
    .orderBy('kind')
    .orderBy('name')
    .orderBy('version')
    .execute()

/** Ids of all archives to keep. */
export const repositoryIds = async (db: Queryable): Promise<string[]> =>
  (await db.selectFrom('update_repositories').select('id').execute()).map(({ id }) => id)

/**
 * Inserts a repository, or returns an equal one. The caller has locked `target_release`.
 * @throws 409 when the version or an artifact exists with other content
 */
export async function insertRepository(
  tx: Tx,
  received: Omit<ReceivedRepository, 'discard' | 'moveTo' | 'verifiedBy'>,
  fileName: string,
  now: Date,
): Promise<{ repository: Row<'update_repositories'>; inserted: boolean }> {
  const { systemVersion, hash } = received
  const present = await findRepository(tx, systemVersion)
  if (present?.hash === hash) return { repository: present, inserted: false }
  if (present) throw conflict(`release ${systemVersion} already exists, with the hash ${present.hash}`)
  const artifactIds = await insertArtifacts(tx, received.artifacts)
  const repository = await tx
    .insertInto('update_repositories')
    .values({
      id: received.id,
      system_version: systemVersion,
      file_name: fileName,
      hash,
      targets_role_version: received.targetsRoleVersion,
      valid_until: received.validUntil,
      time_created: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('update_repository_artifacts')
    .values(artifactIds.map((artifact_id) => ({ repository_id: repository.id, artifact_id })))
    .execute()
  return { repository, inserted: true }
}

const keyOf = ({ kind, name, version }: Pick<ArchivedArtifact, 'kind' | 'name' | 'version'>) =>
  `${kind} ${name} ${version}`

/** Inserts new artifacts. Returns the ids of all. */
async function insertArtifacts(tx: Tx, artifacts: readonly ArchivedArtifact[]): Promise<string[]> {
  const known = await tx
    .selectFrom('update_artifacts')
    .selectAll()
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('name', 'version', 'kind'),
        'in',
        artifacts.map(({ name, version, kind }) => tuple(name, version, kind)),
      ),
    )
    .execute()
  const rowOf = new Map(known.map((row) => [keyOf(row), row]))
  const unknown = artifacts.filter((artifact) => !rowOf.has(keyOf(artifact)))
  for (const artifact of artifacts) {
    const row = rowOf.get(keyOf(artifact))
    if (row && row.hash !== artifact.hash)
      throw conflict(`artifact ${keyOf(artifact)} already exists, with the hash ${row.hash}`)
  }
  const rows = unknown.map((artifact) => ({ id: randomId(), ...artifact }))
  if (rows.length) await tx.insertInto('update_artifacts').values(rows).execute()
  return [...known, ...rows].map(({ id }) => id)
}
