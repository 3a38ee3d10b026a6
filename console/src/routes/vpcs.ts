import { vpcQuery, vpcsSource } from '~/network/vpcs/queries.ts'
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { project, vpcs } from './layouts.tsx'
import { pageWithPanels, panel } from './route-kinds.ts'

/** The list of VPCs; what each holds is an area of its own. */
export const vpcRoutes = [
  pageWithPanels(project, '/projects/$project/vpcs', [vpcs], {
    validateSearch: listSearch,
    loader: (args) => loadList(args, vpcsSource(args.params.project)),
    component: lazyPage(() => import('~/network/vpcs/vpcs-page.tsx'), 'VpcsPage'),
    panels: (list) => [
      panel(list, '/projects/$project/vpcs-new', 'New VPC', {
        component: lazyPage(() => import('~/network/vpcs/vpc-forms.tsx'), 'NewVpc'),
      }),
      panel(list, '/projects/$project/vpcs/$vpc/edit', 'Edit VPC', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(vpcQuery(params)),
        component: lazyPage(() => import('~/network/vpcs/vpc-forms.tsx'), 'EditVpc'),
      }),
    ],
  }),
] as const
