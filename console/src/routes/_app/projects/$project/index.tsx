import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/projects/$project/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/instances', params, replace: true })
  },
})
