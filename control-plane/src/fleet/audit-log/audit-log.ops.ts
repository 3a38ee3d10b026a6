import type { AuditFormat, auditLog } from '@skerry/contract/fleet/audit-log.ts'
import { MAX_EXPORTED } from '@skerry/contract/rules/audit-log.ts'
import { requireOnFleet } from '../../kernel/access/require-on-fleet.ts'
import type { Db, Queryable } from '../../kernel/database/database.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { formats, textBody } from './audit-export.ts'
import { auditEntries, type AuditFilters, type AuditRow, entryPages, newestFirst } from './audit-log.repo.ts'
import { auditLogEntryViews, idsShown } from './audit-log.view.ts'
import { resourcesWith } from './resource-names.ts'

const BATCH_SIZE = 1000

export const auditLogOps: Handlers<typeof auditLog> = {
  async audit_log_list(call) {
    call.access.onFleet()
    const { sort_by = 'descending', ...filters } = call.query
    const { items, next_page } = await pageOf(call.page, sort_by, auditEntries(call.db, filters), entryPages)
    return { items: await viewsOf(call.db, items), next_page }
  },

  async audit_log_export(call) {
    call.access.onFleet()
    const { format = 'csv', ...filters } = call.query
    call.target('audit-log', call.query)
    const time = call.now.toISOString().slice(0, 19).replaceAll(':', '-')
    return new Response(textBody(exported(call.db, filters, format)), {
      headers: {
        'content-type': formats[format].type,
        'content-disposition': `attachment; filename="audit-log-${time}.${format}"`,
      },
    })
  },

  async audit_log_entry_view(call) {
    const id = call.params.entry_id
    const entry = await auditEntries(call.db).where('entries.id', '=', id).executeTakeFirst()
    const [view] = await viewsOf(call.db, [requireOnFleet(call, 'audit-log-entry', { id }, entry)])
    return view!
  },
}

const viewsOf = async (db: Queryable, rows: readonly AuditRow[]) =>
  auditLogEntryViews(rows, await resourcesWith(db, idsShown(rows)))

async function* exported(db: Db, filters: AuditFilters, format: AuditFormat): AsyncGenerator<string> {
  const { head, line } = formats[format]
  if (head) yield head
  for await (const rows of newestFirst(db, filters, { size: BATCH_SIZE, most: MAX_EXPORTED }))
    yield (await viewsOf(db, rows)).map(line).join('')
}
