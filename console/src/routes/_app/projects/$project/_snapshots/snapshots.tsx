import { createFileRoute } from '@tanstack/react-router'

/** The list alone; its layout draws it. */
export const Route = createFileRoute('/_app/projects/$project/_snapshots/snapshots')({})
