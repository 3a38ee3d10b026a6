import { createRoute, redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { loadRule, rulesQuery } from '~/network/firewall-rules/queries.ts'
import { gatewayQuery, gatewaysSource } from '~/network/internet-gateways/queries.ts'
import { routeQuery, routerQuery, routersSource, routesSource } from '~/network/routers/queries.ts'
import { subnetQuery, subnetsSource } from '~/network/subnets/queries.ts'
import { partsQuery } from '~/network/vpcs/topology/parts.ts'
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { vpc } from './layouts.tsx'
import { page, pageWithPanels, panel, redirectFrom } from './route-kinds.ts'

const routers = { label: 'Routers', to: '/projects/$project/vpcs/$vpc/routers' }

const tabs = createRoute({
  getParentRoute: () => vpc,
  id: '_tabs',
  staticData: { page: true },
  component: lazyPage(() => import('~/network/vpcs/vpc-page.tsx'), 'VpcPage'),
})

/** The page of a router is its routes. */
const router = page(vpc, '/projects/$project/vpcs/$vpc/routers/$router', [routers, '$router'], {
  validateSearch: listSearch,
  loader: (args) =>
    Promise.all([cachedFirst(args.context, routerQuery(args.params)), loadList(args, routesSource(args.params))]),
  component: lazyPage(() => import('~/network/routers/router-page.tsx'), 'RouterPage'),
})

/** What a VPC holds: it loads when one of them is entered. */
export const vpcArea = [
  redirectFrom(vpc, '/projects/$project/vpcs/$vpc', ({ params }) => {
    throw redirect({ to: '/projects/$project/vpcs/$vpc/firewall-rules', params, replace: true })
  }),
  tabs.addChildren([
    pageWithPanels(tabs, '/projects/$project/vpcs/$vpc/firewall-rules', 'Firewall Rules', {
      validateSearch: listSearch,
      loader: ({ context, params }) => cachedFirst(context, rulesQuery(params)),
      component: lazyPage(() => import('~/network/firewall-rules/firewall-rules-tab.tsx'), 'FirewallRulesTab'),
      panels: (list) => [
        panel(list, '/projects/$project/vpcs/$vpc/firewall-rules-new', 'New firewall rule', {
          component: lazyPage(() => import('~/network/firewall-rules/rule-form.tsx'), 'NewRule'),
        }),
        panel(list, '/projects/$project/vpcs/$vpc/firewall-rules-new/$rule', 'New firewall rule', {
          loader: ({ context, params }) => loadRule(context.queryClient, params),
          component: lazyPage(() => import('~/network/firewall-rules/rule-form.tsx'), 'CloneRule'),
        }),
        panel(list, '/projects/$project/vpcs/$vpc/firewall-rules/$rule/edit', 'Edit firewall rule', {
          loader: ({ context, params }) => loadRule(context.queryClient, params),
          component: lazyPage(() => import('~/network/firewall-rules/rule-form.tsx'), 'EditRule'),
        }),
      ],
    }),
    pageWithPanels(tabs, '/projects/$project/vpcs/$vpc/subnets', 'Subnets', {
      validateSearch: listSearch,
      loader: (args) => loadList(args, subnetsSource(args.params)),
      component: lazyPage(() => import('~/network/subnets/subnets-tab.tsx'), 'SubnetsTab'),
      panels: (list) => [
        panel(list, '/projects/$project/vpcs/$vpc/subnets-new', 'New subnet', {
          component: lazyPage(() => import('~/network/subnets/subnet-forms.tsx'), 'NewSubnet'),
        }),
        panel(list, '/projects/$project/vpcs/$vpc/subnets/$subnet/edit', 'Edit subnet', {
          loader: ({ context, params }) => context.queryClient.fetchQuery(subnetQuery(params)),
          component: lazyPage(() => import('~/network/subnets/subnet-forms.tsx'), 'EditSubnet'),
        }),
      ],
    }),
    pageWithPanels(tabs, '/projects/$project/vpcs/$vpc/routers', [routers], {
      validateSearch: listSearch,
      loader: (args) => loadList(args, routersSource(args.params)),
      component: lazyPage(() => import('~/network/routers/routers-tab.tsx'), 'RoutersTab'),
      panels: (list) => [
        panel(list, '/projects/$project/vpcs/$vpc/routers-new', 'New router', {
          component: lazyPage(() => import('~/network/routers/router-forms.tsx'), 'NewRouter'),
        }),
        panel(list, '/projects/$project/vpcs/$vpc/routers/$router/edit', 'Edit router', {
          loader: ({ context, params }) => context.queryClient.fetchQuery(routerQuery(params)),
          component: lazyPage(() => import('~/network/routers/router-forms.tsx'), 'EditRouter'),
        }),
      ],
    }),
    pageWithPanels(tabs, '/projects/$project/vpcs/$vpc/internet-gateways', 'Internet Gateways', {
      validateSearch: listSearch,
      loader: (args) => loadList(args, gatewaysSource(args.params)),
      component: lazyPage(() => import('~/network/internet-gateways/gateways-tab.tsx'), 'InternetGatewaysTab'),
      panels: (list) => [
        panel(list, '/projects/$project/vpcs/$vpc/internet-gateways-new', 'New internet gateway', {
          component: lazyPage(() => import('~/network/internet-gateways/gateway-create.tsx'), 'NewGateway'),
        }),
        panel(list, '/projects/$project/vpcs/$vpc/internet-gateways/$gateway', 'Internet gateway', {
          loader: ({ context, params }) => context.queryClient.fetchQuery(gatewayQuery(params)),
          component: lazyPage(() => import('~/network/internet-gateways/gateway-panel.tsx'), 'GatewayPanel'),
        }),
      ],
    }),
    page(tabs, '/projects/$project/vpcs/$vpc/topology', 'Topology', {
      loader: ({ context, params }) => cachedFirst(context, partsQuery(params)),
      component: lazyPage(() => import('~/network/vpcs/topology/topology-tab.tsx'), 'TopologyTab'),
    }),
  ]),
  router.addChildren([
    panel(router, '/projects/$project/vpcs/$vpc/routers/$router/routes-new', 'New route', {
      component: lazyPage(() => import('~/network/routers/route-forms.tsx'), 'NewRoute'),
    }),
    panel(router, '/projects/$project/vpcs/$vpc/routers/$router/routes/$route/edit', 'Edit route', {
      loader: ({ context, params }) => context.queryClient.fetchQuery(routeQuery(params)),
      component: lazyPage(() => import('~/network/routers/route-forms.tsx'), 'EditRoute'),
    }),
  ]),
] as const
