import type { projects } from '@skerry/contract/compute/projects.ts'
import { projectInPath } from '../../kernel/access/project-in-path.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { lockProject } from '../../kernel/database/lock-project.ts'
import { lockNames, lockSiloShared } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { requireMatch, tagged } from '../../kernel/http/etag.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { refuseIfDeletionLocked, updateDeletionLock } from '../../kernel/resources/deletion-lock.ts'
import { createVpc, heldByVpc } from '../../network/vpcs/vpcs.repo.ts'
import { projectView } from './project.view.ts'
import {
  deleteProject,
  heldBy,
  insertProject,
  projectsOfSilo,
  projectsWithRole,
  updateProject,
} from './projects.repo.ts'

/** The project in the path, locked. @throws 404, 403 */
async function lockedInPath(call: Parameters<typeof projectInPath>[0], tx: Tx): Promise<Row<'projects'>> {
  const project = await lockProject(tx, projectInPath(call).id)
  if (!project) throw notFound('project', selector(call.params.project))
  return project
}

export const projectsOps: Handlers<typeof projects> = {
  async project_list(call) {
    const { siloId, userId } = call.actor
    const seesAll = call.access.siloRole !== undefined
    const listed = seesAll ? projectsOfSilo(call.db, siloId) : projectsWithRole(call.db, siloId, userId)
    const page = await pageOf(call.page, call.sort, listed, { table: 'projects', view: projectView })
    // An empty page may come after the last project.
    const hasAny = page.items.length > 0 || (!seesAll && (await listed.limit(1).execute()).length > 0)
    call.access.onProjects(hasAny)
    return page
  },

  project_create(call) {
    const { actor, access, body, now, services } = call
    access.onSilo(actor.siloId)
    return call.transaction(async (tx) => {
      await lockSiloShared(tx, actor.siloId)
      const project = await insertProject(tx, actor.siloId, body, now)
      call.target(project.id)
      // Permission is the silo's, the history the project's.
      access.place = { project_id: project.id, place_silo_id: actor.siloId }
      const vpc = await createVpc(tx, services, project, {
        name: 'default',
        description: 'The VPC that the project began with',
        dnsName: 'default',
        now,
      })
      call.mention(vpc.id, ...(await heldByVpc(tx, vpc.id)))
      return projectView(project)
    })
  },

  project_view: (call) => tagged(call, projectView(projectInPath(call))),

  project_update(call) {
    return call.transaction(async (tx) => {
      await lockNames(tx, 'silos', projectInPath(call).silo_id)
      const project = await lockedInPath(call, tx)
      call.target(project.id)
      requireMatch(call, projectView(project))
      const { name, description } = call.body
      const changed = { name: name ?? undefined, description: description ?? undefined }
      const row = await updateProject(tx, project.id, changed, call.now)
      call.target(project.id, differenceOf(projectView(project), projectView(row)))
      return tagged(call, projectView(row))
    })
  },

  project_deletion_lock_update(call) {
    return call.transaction(async (tx) => {
      const row = await lockedInPath(call, tx)
      return updateDeletionLock(call, tx, { table: 'projects', row, view: projectView })
    })
  },

  project_delete(call) {
    return call.transaction(async (tx) => {
      const project = await lockedInPath(call, tx)
      await call.confirmAccess(tx)
      call.target(project.id)
      refuseIfDeletionLocked(project)
      const holder = await heldBy(tx, project.id)
      if (holder) throw invalidRequest(`project to be deleted contains ${holder}: delete it first`)
      await deleteProject(tx, project.id)
    })
  },
}
