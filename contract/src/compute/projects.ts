import { z } from 'zod'
import { DeletionLockUpdate, deletionLock } from '../deletion-lock.ts'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { changedIdentity, identity, NameOrId, newIdentity } from '../values.ts'

export const Project = z.object({ ...identity, ...deletionLock }).meta({ id: 'Project' })
export type Project = z.infer<typeof Project>

export const ProjectCreate = z.object(newIdentity).meta({ id: 'ProjectCreate' })
export type ProjectCreate = z.infer<typeof ProjectCreate>

export const ProjectUpdate = z.object(changedIdentity).meta({ id: 'ProjectUpdate' })
export type ProjectUpdate = z.infer<typeof ProjectUpdate>

export const projects = defineOperations({
  project_list: {
    tag: 'projects',
    method: 'get',
    path: '/v1/projects',
    query: page(NameOrIdSortMode),
    paginated: true,
    answer: [200, resultsPage(Project)],
  },
  project_create: {
    tag: 'projects',
    method: 'post',
    path: '/v1/projects',
    body: ProjectCreate,
    answer: [201, Project],
  },
  project_view: {
    tag: 'projects',
    method: 'get',
    path: '/v1/projects/{project}',
    params: z.object({ project: NameOrId }),
    answer: [200, Project],
  },
  project_update: {
    tag: 'projects',
    method: 'put',
    path: '/v1/projects/{project}',
    params: z.object({ project: NameOrId }),
    body: ProjectUpdate,
    answer: [200, Project],
  },
  project_delete: {
    tag: 'projects',
    method: 'delete',
    path: '/v1/projects/{project}',
    params: z.object({ project: NameOrId }),
    answer: [204],
  },
  project_deletion_lock_update: {
    tag: 'projects',
    method: 'put',
    path: '/v1/projects/{project}/deletion-lock',
    params: z.object({ project: NameOrId }),
    body: DeletionLockUpdate,
    answer: [200, Project],
  },
})
