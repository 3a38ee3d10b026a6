import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '~/shell/error-pages.tsx'

/** Whatever no other route stands for. */
export const Route = createFileRoute('/_app/$')({
  staticData: { crumbs: () => [{ label: 'Page not found', to: '/' }] },
  component: NotFound,
})
