import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, page, resultsPage } from '../paging.ts'
import { binary, bounded, dateTime, int64, semanticVersion, sha256, uint64, uuid } from '../values.ts'

export const ArtifactId = z
  .object({ name: z.string(), kind: z.string(), version: z.string() })
  .meta({ id: 'ArtifactId' })
export type ArtifactId = z.infer<typeof ArtifactId>

export const SetTargetReleaseParams = z
  .object({ system_version: semanticVersion })
  .meta({ id: 'SetTargetReleaseParams' })
export type SetTargetReleaseParams = z.infer<typeof SetTargetReleaseParams>

export const TargetReleaseSource = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('unspecified') }),
    z.object({ type: z.literal('system_version'), version: semanticVersion }),
  ])
  .meta({ id: 'TargetReleaseSource' })
export type TargetReleaseSource = z.infer<typeof TargetReleaseSource>

/** A hardware component that runs the system, with its progress toward the target release. */
export const ReleaseComponent = z
  .object({
    id: uuid,
    kind: z.enum(['sled', 'switch']),
    serial: z.string(),
    state: z.enum(['waiting', 'updating', 'updated', 'failed']),
    /** The version it runs; null when unknown. */
    system_version: semanticVersion.nullable(),
    /** Why its update failed. It is retried every minute. */
    problem: z.string().nullable(),
    time_modified: dateTime,
  })
  .meta({ id: 'ReleaseComponent' })
export type ReleaseComponent = z.infer<typeof ReleaseComponent>

export const TargetRelease = z
  .object({
    generation: int64,
    release_source: TargetReleaseSource,
    time_requested: dateTime,
    /** Empty before the first target. */
    components: z.array(ReleaseComponent),
  })
  .meta({ id: 'TargetRelease' })
export type TargetRelease = z.infer<typeof TargetRelease>

export const TufArtifactMeta = z.object({ id: ArtifactId, hash: sha256, size: uint64 }).meta({ id: 'TufArtifactMeta' })
export type TufArtifactMeta = z.infer<typeof TufArtifactMeta>

export const TufRepoMeta = z
  .object({
    file_name: z.string(),
    hash: sha256,
    system_version: semanticVersion,
    targets_role_version: uint64,
    valid_until: dateTime,
  })
  .meta({ id: 'TufRepoMeta' })
export type TufRepoMeta = z.infer<typeof TufRepoMeta>

export const TufRepoDescription = z
  .object({ artifacts: z.array(TufArtifactMeta), repo: TufRepoMeta })
  .meta({ id: 'TufRepoDescription' })
export type TufRepoDescription = z.infer<typeof TufRepoDescription>

export const TufRepoGetResponse = z.object({ description: TufRepoDescription }).meta({ id: 'TufRepoGetResponse' })
export type TufRepoGetResponse = z.infer<typeof TufRepoGetResponse>

export const TufRepoInsertStatus = z.enum(['already_exists', 'inserted']).meta({ id: 'TufRepoInsertStatus' })
export type TufRepoInsertStatus = z.infer<typeof TufRepoInsertStatus>

export const TufRepoInsertResponse = z
  .object({ recorded: TufRepoDescription, status: TufRepoInsertStatus })
  .meta({ id: 'TufRepoInsertResponse' })
export type TufRepoInsertResponse = z.infer<typeof TufRepoInsertResponse>

export const UpdatesTrustRoot = z
  .object({ id: uuid, root_role: z.unknown(), time_created: dateTime })
  .meta({ id: 'UpdatesTrustRoot' })
export type UpdatesTrustRoot = z.infer<typeof UpdatesTrustRoot>

const fileName = bounded(255).refine((name) => /^[^/\\\p{Cc}]+$/u.test(name), 'must be the name of a file')

export const updates = defineOperations({
  system_update_put_repository: {
    tag: 'experimental',
    method: 'put',
    path: '/v1/system/update/repository',
    query: z.object({ file_name: fileName }),
    body: binary,
    bodyType: 'application/octet-stream',
    maxBodyBytes: 4 * 2 ** 30,
    cost: 'upload',
    answer: [200, TufRepoInsertResponse],
  },
  system_update_get_repository: {
    tag: 'experimental',
    method: 'get',
    path: '/v1/system/update/repository/{system_version}',
    params: z.object({ system_version: semanticVersion }),
    answer: [200, TufRepoGetResponse],
  },
  target_release_view: {
    tag: 'experimental',
    method: 'get',
    path: '/v1/system/update/target-release',
    answer: [200, TargetRelease],
  },
  target_release_update: {
    tag: 'experimental',
    method: 'put',
    path: '/v1/system/update/target-release',
    body: SetTargetReleaseParams,
    answer: [201, TargetRelease],
  },
  system_update_trust_root_list: {
    tag: 'experimental',
    method: 'get',
    path: '/v1/system/update/trust-roots',
    query: page(IdSortMode),
    paginated: true,
    // Each may have 64 KiB.
    maxLimit: 60,
    answer: [200, resultsPage(UpdatesTrustRoot)],
  },
  system_update_trust_root_create: {
    tag: 'experimental',
    method: 'post',
    path: '/v1/system/update/trust-roots',
    body: z.unknown(),
    maxBodyBytes: 64 * 2 ** 10,
    answer: [201, UpdatesTrustRoot],
  },
  system_update_trust_root_view: {
    tag: 'experimental',
    method: 'get',
    path: '/v1/system/update/trust-roots/{trust_root_id}',
    params: z.object({ trust_root_id: uuid }),
    answer: [200, UpdatesTrustRoot],
  },
  system_update_trust_root_delete: {
    tag: 'experimental',
    method: 'delete',
    path: '/v1/system/update/trust-roots/{trust_root_id}',
    params: z.object({ trust_root_id: uuid }),
    answer: [204],
  },
})
