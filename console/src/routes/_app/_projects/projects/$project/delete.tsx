import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/_projects/projects/$project/delete')({
  staticData: { panel: 'Delete project' },
})
