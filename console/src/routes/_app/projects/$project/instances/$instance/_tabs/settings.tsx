import { createFileRoute } from '@tanstack/react-router'
import { SettingsTab } from '../-settings-tab.tsx'

export const Route = createFileRoute('/_app/projects/$project/instances/$instance/_tabs/settings')({
  staticData: {
    crumbs: ({ project = '', instance = '' }) => [
      { label: 'Settings', to: `/projects/${project}/instances/${instance}/settings` },
    ],
  },
  component: SettingsTab,
})
