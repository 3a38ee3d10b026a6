import { QueryClient, QueryClientProvider, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useParams,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

/**
 * The peer of pages.bench.ts: the console's libraries and its paths, and on each page nothing but one table of the rows
 * that the console shows there. No design, no parts, no state.
 */
interface Row {
  id: string
  name: string
  description: string
  time_created: string
}

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 2000 } } })

const rowsOf = (address: string) =>
  queryOptions({
    queryKey: [address],
    queryFn: async () => ((await (await fetch(address)).json()) as { items: Row[] }).items,
  })

function Table({ address, to }: { address: string; to: (row: Row) => string }) {
  const { data } = useSuspenseQuery(rowsOf(address))
  return (
    <table>
      <tbody>
        {data.map((row) => (
          <tr key={row.id}>
            <td>
              <Link to={to(row)}>{row.name}</Link>
            </td>
            <td>{row.description}</td>
            <td>{row.id}</td>
            <td>{row.time_created}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Frame() {
  const { project } = useParams({ strict: false }) as { project?: string }
  return (
    <>
      <nav>
        <Link to="/projects">Projects</Link>
        {project && <Link to={`/projects/${project}/instances`}>Instances</Link>}
        {project && <Link to={`/projects/${project}/disks`}>Disks</Link>}
        {project && <Link to={`/projects/${project}/instances-new`}>New instance</Link>}
      </nav>
      <Outlet />
    </>
  )
}

const root = createRootRoute({ component: Frame })

/** A page of one table; addresses and links are made from the path's parameters. */
function page(
  path: string,
  addressOf: (params: Record<string, string>) => string,
  to: (params: Record<string, string>, row: Row) => string,
) {
  function Page() {
    const params = useParams({ strict: false }) as Record<string, string>
    return <Table address={addressOf(params)} to={(row) => to(params, row)} />
  }
  return createRoute({
    getParentRoute: () => root,
    path,
    loader: ({ params }) => queryClient.ensureQueryData({ ...rowsOf(addressOf(params)), revalidateIfStale: true }),
    component: Page,
  })
}

const list = 'limit=50&sort_by=name_ascending'
const routeTree = root.addChildren([
  page(
    '/projects',
    () => `/v1/projects?${list}`,
    (_, { name }) => `/projects/${name}/instances`,
  ),
  page(
    '/projects/$project/instances',
    ({ project }) => `/v1/instances?${list}&project=${project}`,
    ({ project }, { name }) => `/projects/${project}/instances/${name}/storage`,
  ),
  page(
    '/projects/$project/disks',
    ({ project }) => `/v1/disks?${list}&project=${project}`,
    ({ project }, { name }) => `/projects/${project}/disks/${name}`,
  ),
  // The console's counts, against a list of as many rows.
  page(
    '/projects/$project/overview',
    ({ project }) => `/v1/instances?${list}&project=${project}`,
    ({ project }, { name }) => `/projects/${project}/instances/${name}/storage`,
  ),
  // What the form lets choose from.
  page(
    '/projects/$project/instances-new',
    ({ project }) => `/v1/disks?limit=1000&project=${project}`,
    ({ project }, { name }) => `/projects/${project}/disks/${name}`,
  ),
  page(
    '/projects/$project/instances/$instance/storage',
    ({ project, instance }) => `/v1/instances/${instance}/disks?${list}&project=${project}`,
    ({ project }, { name }) => `/projects/${project}/disks/${name}`,
  ),
])

const router = createRouter({ routeTree, defaultPreload: 'intent', defaultPreloadStaleTime: 0 })
await router.load()
createRoot(document.querySelector('#root')!).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
