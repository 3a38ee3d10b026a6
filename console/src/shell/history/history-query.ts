import type { OperationId } from '@skerry/contract/operations.ts'
import type { QueryKey } from '@tanstack/react-query'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callOrThrow } from '~/api/queries.ts'
import type { HistoryEntryResultsPage } from '~/api/types.gen.ts'
import type { HistoryOf } from './open-history.ts'

const PAGE = 25
/** No change need report that the work of an act has ended. */
const WHILE_RUNNING_MS = 5000

/** Whose history: of the whole project or silo without a `target`. */
export interface HistorySource {
  method: 'projectHistoryList' | 'siloHistoryList' | 'systemHistoryList' | 'currentUserHistoryList'
  /** What the user needs a role for. */
  operation: OperationId
  project?: string
  target?: string
}

export const projectHistory = (project: string, target?: string): HistorySource => ({
  method: 'projectHistoryList',
  operation: 'project_history_list',
  project,
  ...(target !== undefined && { target }),
})

export const siloHistory = (target?: string): HistorySource => ({
  method: 'siloHistoryList',
  operation: 'silo_history_list',
  ...(target !== undefined && { target }),
})

/** The history of a thing by the page that it is shown on: a thing of the system is the same for each operator. */
export function historyOf({ id, operation }: HistoryOf, path: string, project: string | undefined): HistorySource {
  if (path.startsWith('/system')) return { method: 'systemHistoryList', operation: 'system_history_list', target: id }
  if (path.startsWith('/settings'))
    return { method: 'currentUserHistoryList', operation: 'current_user_history_list', target: id }
  if (operation === 'projectView') return projectHistory(id, id)
  return project === undefined ? siloHistory(id) : projectHistory(project, id)
}

/** Reads it page by page, newest first. */
export const historyQuery = ({ method, project, target }: HistorySource) =>
  infiniteQueryOptions({
    queryKey: [method, { ...(project && { path: { project } }), query: { target } }, 'pages'] as QueryKey,
    queryFn: ({ pageParam, signal }): Promise<HistoryEntryResultsPage> => {
      const query = pageParam ? { pageToken: pageParam, limit: PAGE } : { target, limit: PAGE }
      return method === 'projectHistoryList'
        ? callOrThrow(method, { path: { project: project! }, query }, { signal })
        : callOrThrow(method, { query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.nextPage || undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ outcome }) => outcome === 'running')) && WHILE_RUNNING_MS,
  })
