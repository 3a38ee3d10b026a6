import type { CallAt } from '../http/call.ts'
import type { Queryable } from '../database/database.ts'
import type { Row } from '../database/tables.ts'
import { findInProject } from './scope.ts'

/** The instance in the path, with permission for the operation. @throws 400, 404, 403 */
export const instanceInPath = (
  call: CallAt<'instance'>,
  db: Queryable,
  options?: { lock: boolean },
): Promise<Row<'instances'> & { silo_id: string }> =>
  findInProject(call, db, 'instances', 'instance', call.params.instance, options)
