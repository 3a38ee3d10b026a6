import type { CallAt } from '../../kernel/http/call.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import { findInProject } from '../../kernel/access/scope.ts'
import type { InstanceRow } from './instances.repo.ts'

/** The instance in the path, with permission for the operation. @throws 400, 404, 403 */
export const instanceInPath = (
  call: CallAt<'instance'>,
  db: Queryable,
  options?: { lock: boolean },
): Promise<InstanceRow> => findInProject(call, db, 'instances', 'instance', call.params.instance, options)
