import type { Method, RequestOf } from '~/api/queries.ts'
import { routeOf } from '~/api/routes.ts'
import { copyAsRowItems } from '~/form/copy-as-menu.tsx'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { copyItem, type MenuItem } from '~/ui/menu.tsx'
import { hasHistory, openHistory } from '../history/open-history.ts'
import { terraformItems } from '../terraform/terraform-items.ts'

interface AnyRequest {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** A request as *Copy as* shows it: `copyRequest('projectView', { path: { project: id } })`. */
export function copyRequest<M extends Method>(
  method: M,
  request: RequestOf<M>,
  secrets?: readonly string[],
): CopyRequest {
  const { path, query, body } = request as AnyRequest
  const [verb = '', template = ''] = routeOf(method).split(' ')
  return {
    operation: method,
    method: verb,
    path: template,
    ...(path && { params: path }),
    ...(query && { query }),
    ...(body !== undefined && { body }),
    ...(secrets && { secrets }),
  }
}

/** The menu of a row: Copy ID, Copy as, History, then its own actions below a line. */
export const rowMenu = (id: string, view: CopyRequest, actions: readonly MenuItem[] = []): MenuItem[] => [
  copyItem('Copy ID', id),
  ...copyAsRowItems(view),
  ...terraformItems(view),
  ...(hasHistory(view.operation)
    ? [{ label: 'History', onSelect: () => openHistory({ id, operation: view.operation }) }]
    : []),
  ...actions.map((item, at) => (at === 0 ? { separated: true, ...item } : item)),
]
