let leaving = false

/** Whether the page is being left for the sign-in page: failures meanwhile need not be shown. */
export const isLeaving = (): boolean => leaving

/** The sign-in page that leads back to `here` (path and query) afterwards. */
const loginPath = (here: string): string => `/login?redirect_uri=${encodeURIComponent(here)}`

/** Leaves for the sign-in page by a full navigation, unless already there. */
export function goToLogin(location: Pick<Location, 'pathname' | 'search' | 'assign'> = window.location): void {
  if (leaving || /^\/login(\/|$)/.test(location.pathname)) return
  leaving = true
  location.assign(loginPath(location.pathname + location.search))
}

/** Leaves for another page by a full navigation, so that nothing of the session before stays in this one. */
export const leaveFor = (path: string): void => window.location.assign(path)

/** Loads the page anew, as another user. What is typed is kept for its own. */
export function reload(): void {
  if (leaving) return
  leaving = true
  window.location.reload()
}
