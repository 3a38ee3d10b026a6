import { createFileRoute } from '@tanstack/react-router'
import { lookUpInstance } from '../-lookup.ts'

export const Route = createFileRoute('/_app/lookup/instances/$instance')({
  loader: ({ context, params }) => lookUpInstance(context.queryClient, params.instance),
})
