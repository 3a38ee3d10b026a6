import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { loadGroup } from '~/identity/groups/queries.ts'
import { loadPolicy, ownSilo, policyQuery, projectHolder } from '~/identity/policies/holders.ts'
import { peopleQueries } from '~/identity/policies/people.ts'
import { loadOwnSilo, loadUser } from '~/identity/users/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch } from '~/shell/list.ts'
import { app, project } from '../layouts.tsx'

const [access, users, groups] = [
  { label: 'Access', to: '/access' },
  { label: 'Users', to: '/access/users' },
  { label: 'Groups', to: '/access/groups' },
]

const accessTabs = createRoute({
  getParentRoute: () => app,
  id: '_access',
  staticData: { page: true, crumbs: [access] },
  validateSearch: listSearch,
  component: lazyPage(() => import('~/identity/policies/access-page.tsx'), 'AccessPage'),
})

const rolesTab = createRoute({
  getParentRoute: () => accessTabs,
  path: 'access',
  loader: ({ context }) => loadPolicy(context, ownSilo),
  component: lazyPage(() => import('~/identity/policies/silo-roles-tab.tsx'), 'SiloRolesTab'),
})

const usersTab = createRoute({
  getParentRoute: () => accessTabs,
  path: 'access/users',
  staticData: { crumbs: [users] },
  loader: async ({ context }) => {
    const people = peopleQueries(ownSilo.people)
    await Promise.all([
      cachedFirst(context, policyQuery(ownSilo)),
      cachedFirst(context, people.users),
      cachedFirst(context, people.groups),
      loadOwnSilo(context),
    ])
  },
  component: lazyPage(() => import('~/identity/users/users-tab.tsx'), 'UsersTab'),
})

const groupsTab = createRoute({
  getParentRoute: () => accessTabs,
  path: 'access/groups',
  staticData: { crumbs: [groups] },
  loader: async ({ context }) => {
    const people = peopleQueries(ownSilo.people)
    await Promise.all([cachedFirst(context, policyQuery(ownSilo)), cachedFirst(context, people.groups)])
  },
  component: lazyPage(() => import('~/identity/groups/groups-tab.tsx'), 'GroupsTab'),
})

const user = createRoute({
  getParentRoute: () => app,
  path: 'access/users/$user',
  staticData: { crumbs: [access, users, { label: '$called', to: '/access/users/$user' }] },
  validateSearch: listSearch,
  loader: ({ context, params }) => loadUser(context, params.user),
  component: lazyPage(() => import('~/identity/users/user-page.tsx'), 'UserPage'),
})

const group = createRoute({
  getParentRoute: () => app,
  path: 'access/groups/$group',
  staticData: { crumbs: [access, groups, { label: '$called', to: '/access/groups/$group' }] },
  validateSearch: listSearch,
  loader: ({ context, params }) => loadGroup(context, params.group),
  component: lazyPage(() => import('~/identity/groups/group-page.tsx'), 'GroupPage'),
})

const projectAccess = createRoute({
  getParentRoute: () => project,
  path: 'access',
  staticData: { crumbs: [{ label: 'Access', to: '/projects/$project/access' }] },
  validateSearch: listSearch,
  loader: ({ context, params }) => loadPolicy(context, projectHolder(params.project)),
  component: lazyPage(() => import('~/identity/policies/project-access-page.tsx'), 'ProjectAccessPage'),
})

export const accessRoutes = [accessTabs.addChildren([rolesTab, usersTab, groupsTab]), user, group] as const
export const projectAccessRoutes = [projectAccess] as const
