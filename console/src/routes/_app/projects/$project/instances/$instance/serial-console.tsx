import { createFileRoute } from '@tanstack/react-router'
import { SerialConsolePage } from './-serial/serial-console-page.tsx'

export const Route = createFileRoute('/_app/projects/$project/instances/$instance/serial-console')({
  staticData: {
    crumbs: ({ project = '', instance = '' }) => [
      { label: 'Serial console', to: `/projects/${project}/instances/${instance}/serial-console` },
    ],
  },
  component: SerialConsolePage,
})
