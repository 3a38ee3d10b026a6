import type { RegisteredRouter } from '@tanstack/react-router'
import { expect, expectTypeOf, test, vi } from 'vitest'

// The frame asks the browser for the theme and for what was kept as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('matchMedia', () => new EventTarget())
vi.stubGlobal('addEventListener', () => undefined)
const [{ createAppRouter }, { addLaterRoutes }] = await Promise.all([
  import('./router.tsx'),
  import('./routes/tree.ts'),
])

await addLaterRoutes()
const router = createAppRouter()
const routes = Object.values(router.routesById)

test('every crumb leads to a page', () => {
  const crumbs = routes.flatMap(({ options }) => options.staticData?.crumbs ?? [])
  expect(crumbs.length).toBeGreaterThan(10)
  expect(crumbs.filter(({ to }) => !(to in router.routesByPath))).toEqual([])
})

test('a crumb takes from the URL only parameters that its route has', () => {
  const unknown = routes.flatMap(({ fullPath, id, options }) =>
    (options.staticData?.crumbs ?? [])
      .flatMap(({ label, to }) => `${to} ${label}`.match(/\$\w+/g) ?? [])
      .filter((name) => name !== '$title' && !`${fullPath}/`.includes(`${name}/`))
      .map((name) => `${id}: ${name}`),
  )
  expect(unknown).toEqual([])
})

type Routes = RegisteredRouter['routesById']
type IfAny<T, Then> = 0 extends 1 & T ? Then : never

test('the search of every route is typed', () => {
  type Untyped = { [Id in keyof Routes]: IfAny<Routes[Id]['types']['fullSearchSchema'], Id> }[keyof Routes]
  expectTypeOf<Untyped>().toBeNever()
})
