import { routes } from '~/api/operations.gen.ts'
import type { Method, RequestOf } from '~/api/queries.ts'
import type { CopyRequest } from '~/form/copy-as.ts'
import { fetchCode } from '~/ui/code.ts'
import { copyFromMenu } from '~/ui/copy.ts'
import { messageOf } from '~/ui/errors.ts'
import { copyItem, type MenuItem } from '~/ui/menu.tsx'
import { toast } from '~/ui/toast.ts'

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
  const [verb = '', template = ''] = routes[method].split(' ')
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

const copyAs = (wording: 'toCurl' | 'toCommand', request: CopyRequest) =>
  fetchCode(() => import('~/form/copy-as.ts')).then(
    (wordings) => copyFromMenu(wordings[wording](request)),
    (error: unknown) => toast({ variant: 'error', title: 'Could not copy', content: messageOf(error) }),
  )

/** Row menu items; the code that formats the request loads when one is chosen. */
export const copyAsRowItems = (request: CopyRequest): MenuItem[] => [
  { label: 'Copy as curl', onSelect: () => void copyAs('toCurl', request) },
  { label: 'Copy as CLI', onSelect: () => void copyAs('toCommand', request) },
]

/** The menu of a row: Copy ID, Copy as, then its own actions below a line. */
export const rowMenu = (id: string, view: CopyRequest, actions: readonly MenuItem[] = []): MenuItem[] => [
  copyItem('Copy ID', id),
  ...copyAsRowItems(view),
  ...actions.map((item, at) => (at === 0 ? { separated: true, ...item } : item)),
]
