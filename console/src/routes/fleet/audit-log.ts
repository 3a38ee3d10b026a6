import { createRoute } from '@tanstack/react-router'
import { auditFilters, auditSearch, auditSource, entryQuery } from '~/fleet/audit-log/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const auditLog = createRoute({
  getParentRoute: () => system,
  id: '_audit-log',
  staticData: { page: true, crumbs: [{ label: 'Audit Log', to: '/system/audit-log' }] },
  validateSearch: auditSearch,
  loader: (args) => loadList(args, auditSource(auditFilters({ ...args.location.search }))),
  component: lazyPage(() => import('~/fleet/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
})

const auditLogAlone = createRoute({ getParentRoute: () => auditLog, path: 'audit-log' })

const entry = createRoute({
  getParentRoute: () => auditLog,
  path: 'audit-log/$entry',
  staticData: { panel: 'Entry' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(entryQuery(params.entry)),
  component: lazyPage(() => import('~/fleet/audit-log/audit-entry-details.tsx'), 'AuditEntryDetails'),
})

export const auditLogRoutes = [auditLog.addChildren([auditLogAlone, entry])] as const
