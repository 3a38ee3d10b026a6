import type * as session from '~/api/session.ts'

/** In place of `api/session.ts`: a full navigation would end the control plane with its page. */

let navigate: (path: string) => void = () => {}

/** Sets how this page is left for another one of the console. */
export const onLeave = (leave: (path: string) => void): void => void (navigate = leave)

export const leaveFor: typeof session.leaveFor = (path) => navigate(path)

/** The page and what it holds stays. */
export const isLeaving: typeof session.isLeaving = () => false

export const goToLogin: typeof session.goToLogin = () => {
  const here = location.pathname.slice(import.meta.env.BASE_URL.length - 1) + location.search
  if (!/^\/login(\/|$)/.test(here)) navigate(`/login?redirect_uri=${encodeURIComponent(here)}`)
}

/** Each page has a control plane of its own: users of others are none of its. */
export const reload: typeof session.reload = () => {}
