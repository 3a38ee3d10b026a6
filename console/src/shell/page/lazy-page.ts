import { lazyRouteComponent } from '@tanstack/react-router'
import { fetchCode } from '~/lib/code.ts'

/** A page whose code is fetched with its data: `lazyPage(() => import(…), 'DisksPage')`. */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => fetchCode(load), name)
