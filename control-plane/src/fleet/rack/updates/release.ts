import type { Queryable } from '../../../kernel/database/database.ts'
import type { Release } from '../../../platform/interface/hardware.ts'
import { artifactsOf, findRepository } from './repositories.repo.ts'
import type { UpdateArchives } from './update-archives.ts'

/** An uploaded release, for the platform. */
export async function releaseOf(db: Queryable, archives: UpdateArchives, version: string): Promise<Release> {
  const repository = await findRepository(db, version)
  if (!repository) throw new Error(`There is no repository of release ${version}`)
  const rows = await artifactsOf(db, repository.id)
  return {
    version,
    artifacts: rows.map(({ name, version: own, kind, hash, size }) => ({
      name,
      version: own,
      kind,
      sha256: hash,
      sizeBytes: Number(size),
    })),
    open: ({ sha256, sizeBytes, ...artifact }) =>
      archives.open(repository.id, { ...artifact, hash: sha256, size: sizeBytes }),
  }
}
