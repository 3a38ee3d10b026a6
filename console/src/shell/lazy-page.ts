import { lazyRouteComponent } from '@tanstack/react-router'
import { fetchCode } from '~/ui/code.ts'

const codeOf = new WeakMap<object, () => Promise<unknown>>()

/** A page whose code is fetched with its data: `lazyPage(() => import(…), 'DisksPage')`. */
export const lazyPage: typeof lazyRouteComponent = (load, name) => {
  const page = lazyRouteComponent(() => fetchCode(load), name)
  codeOf.set(page, load)
  return page
}

export const prefetchPage = (page: object): void =>
  void codeOf
    .get(page)?.()
    .catch(() => undefined)
