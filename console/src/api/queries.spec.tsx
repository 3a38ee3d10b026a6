import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, ConnectionError } from './errors.ts'
import {
  apiCall,
  apiQuery,
  apiQueryOrNull,
  fetchWholeList,
  invalidate,
  refreshAfter,
  useApiMutation,
  wholeListQuery,
} from './queries.ts'
import { queryClient } from './query-client.ts'

let answer: (url: URL, init: RequestInit) => Response
const asked: string[] = []
let errorsLogged = 0

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    asked.push(`${init.method} ${input}`)
    return Promise.resolve().then(() => answer(new URL(input, 'http://console.test'), init))
  })
  errorsLogged = 0
  vi.spyOn(console, 'error').mockImplementation(() => void (errorsLogged += 1))
  vi.spyOn(console, 'info').mockReturnValue()
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const notFound = () =>
  Response.json({ error_code: 'ObjectNotFound', message: 'not found: disk', request_id: 'r' }, { status: 404 })

describe('apiQuery', () => {
  test('has a key of operation and request', () => {
    expect(apiQuery('diskList', { query: { project: 'p' } }).queryKey).toEqual([
      'diskList',
      { query: { project: 'p' } },
    ])
    expect(apiQuery('currentUserView').queryKey).toEqual(['currentUserView', {}])
  })

  test('answers the data, and from the cache while it is fresh', async () => {
    answer = () => Response.json({ items: [], next_page: 'more' })
    const query = apiQuery('diskList', { query: { project: 'p' } })
    expect(await queryClient.fetchQuery(query)).toEqual({ items: [], nextPage: 'more' })
    await queryClient.fetchQuery(query)
    expect(asked).toEqual(['GET /v1/disks?project=p'])
  })

  test('throws an ApiError at once: nothing is retried', async () => {
    answer = notFound
    const failed = queryClient.fetchQuery(apiQuery('diskView', { path: { disk: 'd' } }))
    await expect(failed).rejects.toThrow(ApiError)
    await expect(failed).rejects.toMatchObject({ statusCode: 404, message: 'Not found: disk' })
    expect(asked).toHaveLength(1)
    expect(errorsLogged).toBe(1)
  })

  test('says so when no answer comes', async () => {
    answer = () => {
      throw new TypeError('Failed to fetch')
    }
    await expect(queryClient.fetchQuery(apiQuery('ping'))).rejects.toThrow(ConnectionError)
  })

  test('asks for secondary cells six at a time', async () => {
    let open = 0
    let most = 0
    vi.stubGlobal('fetch', async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setTimeout(resolve, 5))
      open -= 1
      return Response.json({})
    })
    const disks = Array.from({ length: 20 }, (_, index) => `d${index}`)
    await Promise.all(
      disks.map((disk) => queryClient.fetchQuery(apiQuery('diskView', { path: { disk } }, { secondary: true }))),
    )
    expect(most).toBe(6)
  })
})

describe('apiQueryOrNull', () => {
  test('takes a 404 for an answer', async () => {
    answer = notFound
    expect(await queryClient.fetchQuery(apiQueryOrNull('diskView', { path: { disk: 'd' } }))).toBeNull()
    expect(errorsLogged).toBe(0)
  })

  test('but not that of a server without the operation', async () => {
    answer = () => Response.json({ message: 'Not Found', request_id: 'r' }, { status: 404 })
    await expect(queryClient.fetchQuery(apiQueryOrNull('diskView', { path: { disk: 'd' } }))).rejects.toThrow(
      'This server does not offer disk_view',
    )
  })

  test('and nothing else', async () => {
    answer = () => Response.json({ message: 'no', request_id: 'r' }, { status: 500 })
    await expect(queryClient.fetchQuery(apiQueryOrNull('diskView', { path: { disk: 'd' } }))).rejects.toThrow('no')
  })
})

describe('a whole list', () => {
  const pages = (url: URL) => {
    const at = Number(url.searchParams.get('page_token') ?? 0)
    return Response.json({ items: [{ id: `d${at}` }], next_page: at < 2 ? String(at + 1) : null })
  }

  test('is read 1000 items a request until there is no next page', async () => {
    answer = pages
    const disks = await fetchWholeList('diskList', { query: { project: 'p' } })
    expect(disks.map(({ id }) => id)).toEqual(['d0', 'd1', 'd2'])
    expect(asked).toEqual([
      'GET /v1/disks?project=p&limit=1000',
      'GET /v1/disks?project=p&limit=1000&page_token=1',
      'GET /v1/disks?project=p&limit=1000&page_token=2',
    ])
  })

  test('is a query of its own', async () => {
    answer = pages
    const query = wholeListQuery('diskList', { query: { project: 'p' } })
    expect(await queryClient.fetchQuery(query)).toHaveLength(3)
    expect(query.queryKey).not.toEqual(apiQuery('diskList', { query: { project: 'p' } }).queryKey)
  })
})

test('invalidate puts every cached answer of an operation out of date, and no other', async () => {
  answer = () => Response.json({ items: [] })
  const first = apiQuery('diskList', { query: { project: 'a' } })
  const second = wholeListQuery('diskList', { query: { project: 'b' } })
  const other = apiQuery('snapshotList', { query: { project: 'a' } })
  await Promise.all([queryClient.fetchQuery(first), queryClient.fetchQuery(second), queryClient.fetchQuery(other)])
  await invalidate('diskList')
  const isStale = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated
  expect([first, second, other].map(({ queryKey }) => isStale(queryKey))).toEqual([true, true, false])
})

describe('a change', () => {
  test('outside a component answers the data', async () => {
    answer = () => Response.json({ id: 'i' }, { status: 201 })
    expect(await apiCall('projectCreate', { body: { name: 'p', description: '' } })).toEqual({ id: 'i' })
  })

  test('in a component calls back with the data', async () => {
    answer = () => Response.json({ id: 'i' }, { status: 201 })
    const done = Promise.withResolvers<string>()
    let create: ReturnType<typeof useApiMutation<'projectCreate'>> | undefined
    function Form() {
      create = useApiMutation('projectCreate', { onSuccess: (project) => done.resolve(project.id) })
      return null
    }
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <Form />
      </QueryClientProvider>,
    )
    create?.mutate({ body: { name: 'p', description: '' } })
    expect(await done.promise).toBe('i')
  })
})

test('a session that has ended leads to the sign-in page, and the query never settles', async () => {
  const visited: string[] = []
  const location = { pathname: '/projects', search: '?q=a', assign: (to: string) => visited.push(to) }
  vi.stubGlobal('window', { location })
  answer = () => Response.json({ message: 'no', request_id: 'r' }, { status: 401 })
  const pending = apiCall('projectList')
  const outcome = await Promise.race([
    pending.then(
      () => 'data',
      () => 'error',
    ),
    vi.waitUntil(() => visited[0]),
  ])
  expect(outcome).toBe('/login?redirect_uri=%2Fprojects%3Fq%3Da')
})

describe('refreshAfter', () => {
  const isStale = (method: string) => queryClient.getQueryState([method])?.isInvalidated

  test('marks what the change made out of date, once each, and nothing else', async () => {
    for (const method of ['diskList', 'snapshotList', 'snapshotView', 'projectList'])
      queryClient.setQueryData([method], { items: [] })
    const marked = vi.spyOn(queryClient, 'invalidateQueries')
    await refreshAfter('snapshotCreate', 'diskCreate')
    expect(isStale('diskList')).toBe(true)
    expect(isStale('snapshotList')).toBe(true)
    expect(isStale('projectList')).toBe(false)
    expect(isStale('snapshotView')).toBe(false)
    expect(marked).toHaveBeenCalledOnce()
  })
})
