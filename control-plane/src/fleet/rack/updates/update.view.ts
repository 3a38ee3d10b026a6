import type { TargetRelease, TufRepoDescription, UpdatesTrustRoot } from '@skerry/contract/fleet/updates.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import { timestamp } from '../../../kernel/values/time.ts'

export const trustRootView = ({ id, root_role, time_created }: Row<'update_trust_roots'>): UpdatesTrustRoot => ({
  id,
  root_role,
  time_created: timestamp(time_created),
})

export const repositoryView = (
  { file_name, hash, system_version, targets_role_version, valid_until }: Row<'update_repositories'>,
  artifacts: readonly Row<'update_artifacts'>[],
): TufRepoDescription => ({
  repo: { file_name, hash, system_version, targets_role_version, valid_until: timestamp(valid_until) },
  artifacts: artifacts.map(({ name, kind, version, hash, size }) => ({ id: { name, kind, version }, hash, size })),
})

export const targetReleaseView = (
  { generation, system_version, time_requested }: Row<'target_release'>,
  components: readonly Row<'release_components'>[],
): TargetRelease => ({
  generation,
  release_source:
    system_version === null ? { type: 'unspecified' } : { type: 'system_version', version: system_version },
  time_requested: timestamp(time_requested),
  components: components.map(({ id, kind, serial, state, system_version: runs, problem, time_modified }) => ({
    id,
    kind,
    serial,
    state,
    system_version: runs,
    problem,
    time_modified: timestamp(time_modified),
  })),
})
