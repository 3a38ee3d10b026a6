import { isPath, withoutEmptySegments } from '../../kernel/http/path.ts'
import { type Log, silent } from '../../kernel/telemetry/log.ts'
import type { ConsoleFiles } from './console-files.ts'
import type { Answer, Peer } from './http.ts'
import { plainPage } from './plain-page.ts'

export interface SiteParts {
  /** Whether requests from an address are admitted; the API checks by itself. */
  admits(address: string): boolean | Promise<boolean>
  /** Answers every operation, and anything that is neither a file nor a page. */
  api: Answer
  /** Answers `/_ops/…` to the public. */
  health: (request: Request) => Response | Promise<Response>
  console: ConsoleFiles
  /** Whether the request has a valid session. Rejects if the database does not answer. */
  hasSession(request: Request, peer: Peer): boolean | Promise<boolean>
  /** The sign-in page of the silo this request is for: `/login/default/local`. */
  signInPath(request: Request): string | Promise<string>
  log?: Log
}

/** In any case of letters: the console has no such page, so a mistyped one is the API's 404. */
const apiPath = /^\/((?:experimental\/)?v1|device\/(auth|token|confirm))(\/|$)/i

/** Redirects to a SAML provider and back: the console never sends these requests. */
const samlPath = /^(\/login\/[^/]+\/saml\/[^/]+)(\/redirect)?$/

/** Serves console and API under one address. */
export function site({ admits, api, health, console, hasSession, signInPath, log = silent }: SiteParts): Answer {
  return async (request, peer) => {
    // Most requests are API calls: a prefix check is cheaper than parsing each address.
    if (/^https?:\/\/[^/]+\/v1\//.test(request.url)) return api(request, peer)
    const url = new URL(request.url)
    const path = withoutEmptySegments(url.pathname)
    if (path.startsWith('/_ops/')) return health(request)
    if (!(await admits(peer.remoteAddress))) return refusedAddressPage()
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const samlSignIn = samlPath.exec(path)
    if (samlSignIn && (!reads || samlSignIn[2])) return orPage(request, await api(request, peer), samlSignIn[1]!)
    if (!reads || apiPath.test(path)) return api(request, peer)
    const file = console.file(request)
    if (file) return file
    if (!wantsPage(request, url.pathname)) return api(request, peer)
    return page(request, peer, url).catch((error: unknown) => {
      log('error', 'cannot serve a page', { path, error })
      return unavailablePage()
    })
  }

  async function page(request: Request, peer: Peer, url: URL): Promise<Response> {
    if (!/^\/login(\/|$)/.test(url.pathname)) {
      if (await hasSession(request, peer)) return console.page(url, true)
      const here = url.pathname + url.search
      return redirect(withTarget('/login', isPath(here) ? here : null))
    }
    const target = url.searchParams.get('redirect_uri')
    if (target !== null && !isPath(target)) return refusedTargetPage()
    if (url.pathname !== '/login') return console.page(url, false)
    const path = await signInPath(request)
    return path === '/login' ? console.page(url, false) : redirect(withTarget(path, target))
  }
}

/** Turns a refusal into a page where a person sees it. */
const orPage = (request: Request, answer: Response, signIn: string): Response =>
  answer.status >= 400 && /\btext\/html\b/.test(request.headers.get('accept') ?? '')
    ? failedSignInPage(answer, signIn)
    : answer

/** A path with a file extension is a page only for requests that accept HTML: a missing script must stay a 404. */
function wantsPage(request: Request, path: string): boolean {
  const accept = request.headers.get('accept') ?? '*/*'
  if (path.startsWith('/assets/')) return false
  return /\btext\/html\b/.test(accept) || (/(\*|text)\/\*/.test(accept) && !path.split('/').at(-1)!.includes('.'))
}

const withTarget = (path: string, target: string | null) =>
  target === null || target === '/' ? path : `${path}?${new URLSearchParams({ redirect_uri: target })}`

const redirect = (location: string) =>
  new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })

/** The refused address is not shown: the author of the link controls its text. */
const refusedTargetPage = () =>
  plainPage(
    400,
    'Link refused',
    `<p>This link would lead away from this console after signing in: its <code>redirect_uri</code> must be a path.</p>
<p><a href="/login">Sign in without it</a></p>`,
  )

/** The reason is only in the log, under the request id. */
const failedSignInPage = ({ status, headers }: Response, signIn: string) => {
  const id = headers.get('x-request-id') ?? ''
  const minutes = Math.ceil(Number(headers.get('retry-after')) / 60)
  const problem =
    status === 503
      ? 'The server is too busy at the moment. Try again soon.'
      : minutes
        ? `Too many sign-ins from your network have failed. Try again in ${minutes} min.`
        : 'Single sign-on did not work.'
  return plainPage(
    status,
    'Could not sign in',
    `<p>${problem} If it keeps failing, give your administrator this request id:</p>
<p><code>${id}</code></p><p><a href="${signIn}">Try again</a></p>`,
    { 'x-request-id': id },
  )
}

/** Health is public for every address. */
const refusedAddressPage = () =>
  plainPage(403, 'Not from here', '<p>This console takes no requests from the address that you come from.</p>')

/** A signed-in user must not be sent to sign in while the database does not answer. */
const unavailablePage = () =>
  plainPage(503, 'Service unavailable', '<p>The server does not reach its database. Try again in a moment.</p>', {
    'retry-after': '5',
  })
