import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { issuesQuery } from '~/shell/issues.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const issues = createRoute({
  getParentRoute: () => system,
  path: 'issues',
  staticData: { page: true, crumbs: [{ label: 'Issues', to: '/system/issues' }] },
  validateSearch: listSearch,
  loader: ({ context }) => cachedFirst(context, issuesQuery),
  component: lazyPage(() => import('~/fleet/issues/issues-page.tsx'), 'IssuesPage'),
})

export const issueRoutes = [issues] as const
