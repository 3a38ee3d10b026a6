import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/login/$silo/local')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/login/$silo/local"!</div>
}
