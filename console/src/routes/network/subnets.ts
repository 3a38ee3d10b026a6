import { createRoute } from '@tanstack/react-router'
import { subnetQuery, subnetsSource } from '~/network/subnets/queries.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { vpcTabs } from './vpcs.ts'

const subnets = createRoute({
  getParentRoute: () => vpcTabs,
  id: '_subnets',
  staticData: { crumbs: [{ label: 'Subnets', to: '/projects/$project/vpcs/$vpc/subnets' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, subnetsSource(args.params)),
  component: lazyPage(() => import('~/network/subnets/subnets-tab.tsx'), 'SubnetsTab'),
})

const subnetsAlone = createRoute({ getParentRoute: () => subnets, path: 'subnets' })

const subnetCreate = createRoute({
  getParentRoute: () => subnets,
  path: 'subnets-new',
  staticData: { panel: 'New subnet' },
  component: lazyPage(() => import('~/network/subnets/subnet-create.tsx'), 'NewSubnet'),
})

const subnetEdit = createRoute({
  getParentRoute: () => subnets,
  path: 'subnets/$subnet/edit',
  staticData: { panel: 'Edit subnet' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(subnetQuery(params)),
  component: lazyPage(() => import('~/network/subnets/subnet-edit.tsx'), 'EditSubnet'),
})

export const subnetRoutes = [subnets.addChildren([subnetsAlone, subnetCreate, subnetEdit])] as const
