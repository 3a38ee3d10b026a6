import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { icmpQuery } from '~/fleet/icmp/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { system } from '../layouts.tsx'

const icmp = createRoute({
  getParentRoute: () => system,
  path: 'networking/inbound-icmp',
  staticData: { page: true, crumbs: [{ label: 'Inbound ICMP', to: '/system/networking/inbound-icmp' }] },
  loader: ({ context }) => cachedFirst(context, icmpQuery),
  component: lazyPage(() => import('~/fleet/icmp/icmp-page.tsx'), 'IcmpPage'),
})

export const icmpRoutes = [icmp] as const
