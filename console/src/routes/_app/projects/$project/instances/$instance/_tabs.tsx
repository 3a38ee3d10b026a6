import { createFileRoute } from '@tanstack/react-router'
import { InstancePage } from './-instance-page.tsx'

/** The page of an instance; its tabs show below its facts. */
export const Route = createFileRoute('/_app/projects/$project/instances/$instance/_tabs')({
  staticData: { page: true },
  component: InstancePage,
})
