import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { listPageQuery, type ListSearch, listSearch, type ListSource, type Paging } from './list.ts'
import { useList } from './use-list.ts'

const source: ListSource<'diskList'> = { method: 'diskList', query: { project: 'p' } }
const pageOf = (names: readonly string[], nextPage?: string) => ({
  items: names.map((name) => ({ id: name, name })),
  nextPage,
})

let queryClient: QueryClient
beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
})

/** A list in a window of its own, its pages as the server answers them. */
async function openList(pages: readonly [Paging, object, ListSearch?][]) {
  for (const [paging, page, search = {}] of pages)
    queryClient.setQueryData<object>(listPageQuery(source, search, paging).queryKey, page)
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const draw = async () => {
    let list: ReturnType<typeof useList<'diskList'>> | undefined
    const Probe = () => {
      list = useList(source)
      return null
    }
    const routeTree = createRootRoute({ validateSearch: listSearch, component: Probe })
    const router = createRouter({ routeTree, history })
    // Under Node the router draws pages and goes nowhere by itself.
    Object.assign(router, {
      navigate: (options: Parameters<typeof router.buildLocation>[0]) => {
        const { publicHref, state } = router.buildLocation(options)
        history.push(publicHref, state)
      },
    })
    await router.load()
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
    return list!
  }
  return { history, draw }
}

const namesOf = (list: { rows: readonly { name: string }[] | undefined }) => list.rows?.map(({ name }) => name)

test('next and prev go through the pages, and the first one has none before it', async () => {
  const { draw } = await openList([
    [{}, pageOf(['a'], 'two')],
    [{ token: 'two' }, pageOf(['b'], 'three')],
    [{ token: 'three' }, pageOf(['c'])],
  ])
  let list = await draw()
  expect(namesOf(list)).toEqual(['a'])
  expect(list.pagination.onPrev).toBeUndefined()
  list.pagination.onNext!()
  list = await draw()
  expect(namesOf(list)).toEqual(['b'])
  list.pagination.onNext!()
  list = await draw()
  expect(namesOf(list)).toEqual(['c'])
  expect(list.pagination.onNext).toBeUndefined()
  list.pagination.onPrev!()
  list = await draw()
  expect(namesOf(list)).toEqual(['b'])
  list.pagination.onPrev!()
  list = await draw()
  expect(namesOf(list)).toEqual(['a'])
  expect(list.pagination.onPrev).toBeUndefined()
})

test('only a list on one page is whole', async () => {
  const one = await openList([[{}, pageOf(['a'])]])
  expect((await one.draw()).isWhole).toBe(true)
  const two = await openList([
    [{}, pageOf(['a'], 'two')],
    [{ token: 'two' }, pageOf(['b'])],
  ])
  const list = await two.draw()
  expect(list.isWhole).toBe(false)
  list.pagination.onNext!()
  expect((await two.draw()).isWhole).toBe(false)
})

test('another size or sort begins at the first page, and the sort is in the URL', async () => {
  const { history, draw } = await openList([
    [{}, pageOf(['a'], 'two')],
    [{ token: 'two' }, pageOf(['b'])],
    [{ size: 100 }, pageOf(['a', 'b'], 'rest')],
    [{ size: 100, token: 'rest' }, pageOf(['c'])],
    [{ size: 100 }, pageOf(['c', 'b'], 'more'), { sort: 'name_descending' }],
  ])
  const first = await draw()
  first.pagination.onNext!()
  const second = await draw()
  second.pagination.onPageSize(100)
  const larger = await draw()
  expect(namesOf(larger)).toEqual(['a', 'b'])
  expect(larger.pagination).toMatchObject({ pageSize: 100, onPrev: undefined })
  larger.pagination.onNext!()
  const rest = await draw()
  rest.setSort({ column: 'name', descending: true })
  expect(history.location.search).toBe('?sort=name_descending')
  const sorted = await draw()
  expect(namesOf(sorted)).toEqual(['c', 'b'])
  expect(sorted.sort).toEqual({ column: 'name', descending: true })
  expect(sorted.pagination).toMatchObject({ pageSize: 100, onPrev: undefined })
})

test('what is searched for is in the URL, and the page stays', async () => {
  const { history, draw } = await openList([
    [{}, pageOf(['a'], 'two')],
    [{ token: 'two' }, pageOf(['b'])],
  ])
  const first = await draw()
  first.pagination.onNext!()
  const second = await draw()
  second.setSearched('web')
  const searched = await draw()
  expect(searched.search).toEqual({ q: 'web' })
  expect(namesOf(searched)).toEqual(['b'])
  searched.setSearched(undefined)
  expect(history.location.search).toBe('')
})
