import { createFileRoute } from '@tanstack/react-router'
import { ConnectTab } from '../-connect-tab.tsx'

export const Route = createFileRoute('/_app/projects/$project/instances/$instance/_tabs/connect')({
  staticData: {
    crumbs: ({ project = '', instance = '' }) => [
      { label: 'Connect', to: `/projects/${project}/instances/${instance}/connect` },
    ],
  },
  component: ConnectTab,
})
