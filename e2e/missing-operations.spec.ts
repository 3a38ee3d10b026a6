import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { test } from './demo.ts'
import { everyPath, namer } from './paths.ts'
import { settle } from './settle.ts'
import { expect } from './test.ts'

/** With a path, such as `/` or `/system`, all pages below are visited without each operation: many minutes. */
const whole = process.env.SKERRY_E2E_EVERY_OPERATION
/** Of all pages, one in so many is in the sample. */
const stride = 46

interface Operation {
  method: string
  pattern: RegExp
  id: string
}

const { paths: described } = JSON.parse(readFileSync(new URL('../contract/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>
}
// A fixed segment wins over a parameter.
const operations: Operation[] = Object.entries(described)
  .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      id: operationId,
    })),
  )
const operationOf = (request: Request): string | undefined => {
  const { pathname } = new URL(request.url())
  return operations.find(({ method, pattern }) => method === request.method() && pattern.test(pathname))?.id
}

/** What every page reads first, without which there is no session. */
const ofSession = new Set(['current_user_view', 'ping'])

const faultOf = async (page: Page): Promise<string | undefined> =>
  /Something went wrong|Page not found/.exec(await page.locator('body').innerText())?.[0]

/** Operations that the shell reads on every page are left out on most. */
const seen = new Map<string, number>()
const isNews = (id: string) => {
  seen.set(id, (seen.get(id) ?? 0) + 1)
  return seen.get(id)! <= 4
}

/** The operations that a page reads. */
async function readsOf(page: Page, path: string): Promise<string[]> {
  const reads = new Set<string>()
  const note = (request: Request) => {
    const id = operationOf(request)
    if (id && !ofSession.has(id)) reads.add(id)
  }
  page.on('request', note)
  await page.goto(path, { waitUntil: 'networkidle' })
  page.off('request', note)
  return [...reads].toSorted()
}

/** @returns what is wrong with the page without the operation. */
async function faultWithout(page: Page, path: string, id: string, status: 404 | 501): Promise<string | undefined> {
  const thrown: string[] = []
  const note = (error: Error) => void thrown.push(error.message)
  page.on('pageerror', note)
  await page.route(/\/v1\//, (route) => {
    if (operationOf(route.request()) !== id) return route.fallback()
    return status === 501
      ? route.fulfill({ status, body: 'Not implemented' })
      : route.fulfill({ status, json: { request_id: 'of-a-test', message: 'Not Found' } })
  })
  try {
    await page.goto(path)
    await settle(page)
    return thrown[0] ?? (await faultOf(page))
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  } finally {
    page.off('pageerror', note)
    await page.unroute(/\/v1\//)
  }
}

test('a page stays up without an operation that it reads, or says that the server does not offer it', async ({
  openAs,
}) => {
  test.setTimeout(whole ? 3_600_000 : 180_000)
  const page = await openAs('mara-lindqvist')
  page.setDefaultTimeout(whole ? 15_000 : 60_000)
  const operator = await openAs('admin')
  const paths = await everyPath(operator)
  await operator.close()
  const nameIn = namer(page.request)
  const faults: string[] = []
  for (const [at, route] of paths.entries()) {
    if (whole ? !route.startsWith(whole) : at % stride !== 0) continue
    const path = await nameIn(route)
    if (path === undefined) {
      if (whole) console.log(`${route}: nothing there to show`)
      continue
    }
    const reads = await readsOf(page, path)
    expect(await faultOf(page), path).toBeUndefined()
    // The sample takes one operation of a page.
    const taken = whole ? reads.filter(isNews) : reads.slice(at % (reads.length || 1)).slice(0, 1)
    for (const [nth, id] of taken.entries()) {
      const status = (at + nth) % 2 === 0 ? 501 : 404
      const fault = await faultWithout(page, path, id, status)
      if (fault) faults.push(`${path} without ${id} (${status}): ${fault}`)
    }
    if (whole) console.log(`${path}: ${taken.length} operations, ${faults.length} faults so far`)
  }
  expect(faults).toEqual([])
})
