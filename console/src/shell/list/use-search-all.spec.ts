import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ListSource, nameOrIdOf } from './list.ts'
import { searchPages } from './use-search-all.ts'

type Page = { items: object[]; next_page?: string } | Response
let pages: Record<string, Page>
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (input: string, { signal }: RequestInit) => {
    asked.push(input)
    signal?.throwIfAborted()
    const page = pages[new URL(input, 'http://console.test').searchParams.get('page_token') ?? '']
    return page instanceof Response ? page : Response.json(page)
  })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const disks: ListSource<'diskList'> = { method: 'diskList', query: { project: 'p' } }
const named = (...names: string[]) => names.map((name) => ({ id: `id-${name}`, name }))

const hasName = (text: string) => (row: object) => nameOrIdOf(row).toLowerCase().includes(text.toLowerCase())

async function search(source: ListSource<'diskList'>, text: string, signal?: AbortSignal) {
  const steps: [searched: number, names: string[]][] = []
  for await (const { searched, rows } of searchPages(source, hasName(text), signal))
    steps.push([searched, rows.map(nameOrIdOf)])
  return steps
}

test('every page is read, 1000 rows a request, and what is found shows after each', async () => {
  pages = {
    '': { items: named('web-1', 'db-1'), next_page: 'two' },
    two: { items: named('db-2'), next_page: 'three' },
    three: { items: named('my-WEB') },
  }
  expect(await search(disks, 'Web')).toEqual([
    [2, ['web-1']],
    [3, ['web-1']],
    [4, ['web-1', 'my-WEB']],
  ])
  expect(asked).toEqual([
    '/v1/disks?project=p&limit=1000',
    '/v1/disks?project=p&limit=1000&page_token=two',
    '/v1/disks?project=p&limit=1000&page_token=three',
  ])
})

test('things without a name are found by their id', async () => {
  pages = { '': { items: [{ id: 'abc-1' }, { id: 'def-2' }] } }
  expect(await search(disks, 'DEF')).toEqual([[2, ['def-2']]])
})

test('a page that cannot be read fails the search; what was found before has been told', async () => {
  pages = {
    '': { items: named('web-1'), next_page: 'two' },
    two: Response.json({ message: 'out of order', request_id: 'r' }, { status: 500 }),
  }
  const steps = searchPages(disks, hasName('web'))
  expect((await steps.next()).value).toMatchObject({ searched: 1 })
  await expect(steps.next()).rejects.toThrow('out of order')
})

test('a search that is given up reads no further', async () => {
  pages = { '': { items: named('web-1'), next_page: 'two' }, two: { items: named('web-2') } }
  const ended = new AbortController()
  const steps = searchPages(disks, hasName('web'), ended.signal)
  await steps.next()
  ended.abort()
  await expect(steps.next()).rejects.toThrow('abort')
})
