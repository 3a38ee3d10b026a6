import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { NotFound } from '~/shell/frame/error-pages.tsx'

interface Entered {
  context: { readRoutes: () => void }
  location: { href: string; state: object }
}

export const notFound = { label: 'Page not found', to: '/' }

/**
 * The URLs below a layout, which load when one of them is entered. @returns what stands for them, and for URLs that do
 * not exist; the compiler takes it for the routes that load, so that links to them are checked everywhere
 */
export function later<const Routes extends readonly AnyRoute[]>(parent: AnyRoute, load: () => Promise<Routes>) {
  let isAdded = false
  const add = async () => {
    parent.addChildren([...(await load()), rest])
    isAdded = true
  }
  const rest = createRoute({
    getParentRoute: () => parent,
    path: '$',
    staticData: { page: true, crumbs: [notFound] },
    validateSearch: (search: Record<string, unknown>) => search,
    beforeLoad: async ({ context, location }: Entered) => {
      if (isAdded) return
      await add()
      // The router then has to read the routes again.
      context.readRoutes()
      throw redirect({ href: location.href, state: location.state, replace: true })
    },
    component: NotFound,
  })
  return { routes: [rest] as unknown as Routes, add }
}
