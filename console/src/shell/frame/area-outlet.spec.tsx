import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { use } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '~/api/errors.ts'
import { GoneAround } from '~/ui/page-header.tsx'
import { AreaOutlet } from './area-outlet.tsx'

/** A read thing, which no longer exists or still does. */
async function thing(queryClient: QueryClient, name: string, isGone: boolean) {
  const error = new ApiError('projectView', {
    type: 'error',
    statusCode: 404,
    headers: new Headers(),
    error: { message: `${name} is gone`, requestId: 'r', statusCode: 404, errorCode: 'ObjectNotFound' },
  })
  const query = queryOptions({ queryKey: [name], queryFn: (): Promise<string> => Promise.reject(error), retry: false })
  queryClient.setQueryData(query.queryKey, name)
  if (isGone) await queryClient.fetchQuery(query).catch(() => {})
  return query
}

test.each([
  ['nothing', false, false, 'none'],
  ['the outer thing', true, false, 'Project is gone'],
  ['the inner thing', false, true, 'Vpc is gone'],
  ['both', true, true, 'Project is gone'],
])('a page inside two things, of which %s no longer exists, shows it', async (_, isProjectGone, isVpcGone, shown) => {
  const queryClient = new QueryClient()
  const project = await thing(queryClient, 'project', isProjectGone)
  const vpc = await thing(queryClient, 'vpc', isVpcGone)
  const Page = () => ((use(GoneAround)?.error ?? { message: 'none' }) as Error).message
  const root = createRootRoute({ component: () => <AreaOutlet of={project} /> })
  const area = createRoute({ getParentRoute: () => root, id: 'vpc', component: () => <AreaOutlet of={vpc} /> })
  const page = createRoute({ getParentRoute: () => area, path: '/', component: Page })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren([area.addChildren([page])]), history })
  await router.load()
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(drawn).toContain(shown)
})
