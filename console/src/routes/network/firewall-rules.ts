import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { loadRule, rulesQuery } from '~/network/firewall-rules/queries.ts'
import { listSearch } from '~/shell/list.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { vpcTabs } from './vpcs.ts'

const rules = createRoute({
  getParentRoute: () => vpcTabs,
  id: '_firewall-rules',
  staticData: {
    crumbs: [{ label: 'Firewall Rules', to: '/projects/$project/vpcs/$vpc/firewall-rules' }],
  },
  validateSearch: listSearch,
  loader: ({ context, params }) => cachedFirst(context, rulesQuery(params)),
  component: lazyPage(() => import('~/network/firewall-rules/firewall-rules-tab.tsx'), 'FirewallRulesTab'),
})

const rulesAlone = createRoute({ getParentRoute: () => rules, path: 'firewall-rules' })

const ruleCreate = createRoute({
  getParentRoute: () => rules,
  path: 'firewall-rules-new',
  staticData: { panel: 'New firewall rule' },
  component: lazyPage(() => import('~/network/firewall-rules/rule-create.tsx'), 'NewRule'),
})

const ruleClone = createRoute({
  getParentRoute: () => rules,
  path: 'firewall-rules-new/$rule',
  staticData: { panel: 'New firewall rule' },
  loader: ({ context, params }) => loadRule(context.queryClient, params),
  component: lazyPage(() => import('~/network/firewall-rules/rule-create.tsx'), 'CloneRule'),
})

const ruleEdit = createRoute({
  getParentRoute: () => rules,
  path: 'firewall-rules/$rule/edit',
  staticData: { panel: 'Edit firewall rule' },
  loader: ({ context, params }) => loadRule(context.queryClient, params),
  component: lazyPage(() => import('~/network/firewall-rules/rule-edit.tsx'), 'EditRule'),
})

export const firewallRuleRoutes = [rules.addChildren([rulesAlone, ruleCreate, ruleClone, ruleEdit])] as const
