export interface SignInSearch {
  redirect_uri?: string
}

/** For the sign-in routes' `validateSearch`. */
export const signInSearch = ({ redirect_uri: wanted }: Record<string, unknown>): SignInSearch =>
  typeof wanted === 'string' ? { redirect_uri: wanted } : {}

/** The path to go to after signing in: only one of this origin. Browsers drop tabs and take `\` for `/`. */
export function returnPath(wanted: string | undefined, fallback = '/projects'): string {
  if (wanted === undefined || !/^\/(?![/\\])/.test(wanted)) return fallback
  const here = 'http://here.invalid'
  const url = URL.parse(wanted, here)
  // `/.//other.example` names another host once its dot is resolved.
  if (url?.origin !== here || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
