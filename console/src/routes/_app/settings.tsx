import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/settings')({
  staticData: { area: 'settings', crumbs: () => [{ label: 'Settings', to: '/settings/profile' }] },
  component: Outlet,
})
