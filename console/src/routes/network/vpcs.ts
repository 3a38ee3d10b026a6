import { createRoute, redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { vpcQuery, vpcsSource } from '~/network/vpcs/queries.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { project } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const vpcs = createRoute({
  getParentRoute: () => project,
  id: '_vpcs',
  staticData: { page: true, crumbs: [{ label: 'VPCs', to: '/projects/$project/vpcs' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, vpcsSource(args.params.project)),
  component: lazyPage(() => import('~/network/vpcs/vpcs-page.tsx'), 'VpcsPage'),
})

const vpcsAlone = createRoute({ getParentRoute: () => vpcs, path: 'vpcs' })

const vpcCreate = createRoute({
  getParentRoute: () => vpcs,
  path: 'vpcs-new',
  staticData: { panel: 'New VPC' },
  component: lazyPage(() => import('~/network/vpcs/vpc-create.tsx'), 'NewVpc'),
})

const vpcEdit = createRoute({
  getParentRoute: () => vpcs,
  path: 'vpcs/$vpc/edit',
  staticData: { panel: 'Edit VPC' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(vpcQuery(params)),
  component: lazyPage(() => import('~/network/vpcs/vpc-edit.tsx'), 'EditVpc'),
})

export const vpcRoutes = [vpcs.addChildren([vpcsAlone, vpcCreate, vpcEdit])] as const

/** Everything in one VPC. */
export const vpc = createRoute({
  getParentRoute: () => project,
  path: 'vpcs/$vpc',
  staticData: {
    crumbs: [
      { label: 'VPCs', to: '/projects/$project/vpcs' },
      { label: '$vpc', to: '/projects/$project/vpcs/$vpc/firewall-rules' },
    ],
  },
  loader: ({ context, params }) => cachedFirst(context, vpcQuery(params)),
})

export const vpcIndex = createRoute({
  getParentRoute: () => vpc,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/vpcs/$vpc/firewall-rules', params, replace: true })
  },
})

/** The page of a VPC; its tabs show below its facts. */
export const vpcTabs = createRoute({
  getParentRoute: () => vpc,
  id: '_tabs',
  staticData: { page: true },
  component: lazyPage(() => import('~/network/vpcs/vpc-page.tsx'), 'VpcPage'),
})
