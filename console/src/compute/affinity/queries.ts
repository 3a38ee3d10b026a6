import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import { inProject } from '~/shell/things/in-project.ts'
import { type GroupKind, maxMembers } from './kinds.ts'

export const groupsQuery = (kind: GroupKind, project: string) => wholeListQuery(kind.list, { query: { project } })

/** Selects the group of the URL; an id stands alone. */
const selectorOf = (kind: GroupKind, project: string, group: string) => ({
  path: kind.pathOf(group),
  ...inProject(project, group),
})

export const groupQuery = (kind: GroupKind, project: string, group: string) =>
  apiQuery(kind.view, selectorOf(kind, project, group))

export const membersQuery = (kind: GroupKind, project: string, group: string) =>
  wholeListQuery(kind.members, selectorOf(kind, project, group))

/** The members of a row's group, which only a cell waits for. */
export const rowMembersQuery = (kind: GroupKind, id: string) =>
  wholeListQuery(
    kind.members,
    { path: kind.pathOf(id) },
    { secondary: true, staleTime: 30_000, expected: 'the group may be deleted' },
  )

/**
 * The first instances of the project, more than a group holds: whether any is left that is not in it.
 * Pickers read the whole list, but only once they are open.
 */
export const firstInstancesQuery = (project: string) =>
  apiQuery('instanceList', { query: { project, limit: maxMembers + 1 } })
