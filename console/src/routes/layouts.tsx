import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, notFound, Outlet } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { projectQuery } from '~/compute/projects/queries.ts'
import { setFormsOwner } from '~/form/saved-forms.ts'
import { codeState } from '~/lib/code.ts'
import { useStore } from '~/lib/store.ts'
import { vpcQuery } from '~/network/vpcs/queries.ts'
import { loadServer } from '~/shell/access/capabilities.ts'
import { ownSiloQuery, siloPolicyQuery } from '~/shell/access/roles.ts'
import { meQuery, myGroupsQuery, systemPolicyQuery } from '~/shell/access/session.ts'
import { AppFrame } from '~/shell/frame/app-frame.tsx'
import { AreaOutlet } from '~/shell/frame/area-outlet.tsx'
import { Banners } from '~/shell/frame/banners.tsx'
import { Outdated } from '~/shell/frame/error-pages.tsx'

function Root() {
  const isMissing = useStore(codeState) === 'missing'
  return (
    <>
      <Banners />
      {isMissing ? <Outdated /> : <Outlet />}
    </>
  )
}

interface RouterContext {
  queryClient: QueryClient
  /** Lets the router see routes that were added. */
  readRoutes: () => void
}

export const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
})

/** Everything behind the sign-in. Read in parallel with the page's own data. */
export const app = createRoute({
  getParentRoute: () => root,
  id: '_app',
  staticData: { area: 'silo' },
  loader: ({ context }) =>
    Promise.all([
      cachedFirst(context, meQuery).then(({ id }) => setFormsOwner(id)),
      cachedFirst(context, myGroupsQuery),
      // Unknown where it cannot be read: the page shows what it can.
      cachedFirst(context, systemPolicyQuery).catch(() => undefined),
    ] as const),
  component: AppFrame,
})

/** Everything inside a project. Its roles and its name are read once for all of it. */
export const project = createRoute({
  getParentRoute: () => app,
  path: 'projects/$project',
  staticData: {
    area: 'project',
    crumbs: [
      { label: 'Projects', to: '/projects' },
      { label: '$project', to: '/projects/$project/instances' },
    ],
  },
  loader: ({ context, params }) => cachedFirst(context, projectQuery(params.project)),
  component: () => <AreaOutlet of={projectQuery(project.useParams().project)} />,
})

export const vpcs = { label: 'VPCs', to: '/projects/$project/vpcs' }

export const vpc = createRoute({
  getParentRoute: () => project,
  path: 'vpcs/$vpc',
  staticData: { crumbs: [vpcs, { label: '$vpc', to: '/projects/$project/vpcs/$vpc/firewall-rules' }] },
  loader: ({ context, params }) => cachedFirst(context, vpcQuery(params)),
  component: () => <AreaOutlet of={vpcQuery(vpc.useParams())} />,
})

/** What operators see; for others it is not found. */
export const system = createRoute({
  getParentRoute: () => app,
  path: 'system',
  staticData: { area: 'system' },
  loader: async ({ context }) => {
    // Actions that the platform lacks are disabled once it is known; no page waits for it.
    void loadServer(context)
    const [policy, { siloId }] = await Promise.all([
      cachedFirst(context, systemPolicyQuery),
      cachedFirst(context, meQuery),
    ])
    if (!policy) throw notFound()
    // Decides that role, which is unknown where this cannot be read.
    await Promise.allSettled([cachedFirst(context, siloPolicyQuery), cachedFirst(context, ownSiloQuery(siloId))])
  },
})

export const settings = createRoute({
  getParentRoute: () => app,
  path: 'settings',
  staticData: { area: 'settings', crumbs: [{ label: 'Settings', to: '/settings/profile' }] },
})
