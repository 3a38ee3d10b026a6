import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { pagePreloads } from './page-preloads.ts'

/** The built console. */
export interface ConsoleFiles {
  /** A file of the build, in the smallest encoding the client accepts; undefined when there is none. */
  file(request: Request): Response | undefined
  /** The page of the console, for any path. Its `Link` header names what the page will ask for first. */
  page(url: URL, isSignedIn: boolean): Response
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** The placeholder of the nonce in the build. */
const noncePlaceholder = '__CSP_NONCE__'

const safety = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

const pagePolicy = (nonce: string) =>
  [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    ...['frame-src', 'object-src', 'form-action', 'frame-ancestors', 'base-uri'].map((name) => `${name} 'none'`),
  ].join('; ')

/** Serves the build in `folder`. Names are read once, contents on first use; a new build needs a restart. */
export function consoleFiles(folder: string): ConsoleFiles {
  const names = new Set(existsSync(folder) ? listFiles(folder) : [])
  const contents = new Map<string, Buffer<ArrayBuffer>>()
  const read = (name: string) => {
    const known = contents.get(name) ?? readFileSync(join(folder, name))
    contents.set(name, known)
    return known
  }
  const preloadsOf = pagePreloads(folder)
  const etags = new Map<string, string>()
  const etagOf = (name: string) => {
    const known = etags.get(name) ?? `"${createHash('sha256').update(read(name)).digest('base64url').slice(0, 22)}"`
    etags.set(name, known)
    return known
  }

  return {
    file(request) {
      const name = decodedPath(request).slice(1)
      const type = types[extname(name)]
      if (!type || name === 'index.html' || !names.has(name)) return undefined
      const accepted = request.headers.get('accept-encoding') ?? ''
      const [encoding, suffix] = encodings.find(([code, end]) => accepted.includes(code) && names.has(name + end)) ?? []
      const served = name + (suffix ?? '')
      const headers = new Headers({
        ...safety,
        'content-type': type,
        // A worker has the policy of its own file, and the upload's calls the API.
        'content-security-policy': `default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'`,
        'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag: etagOf(served),
        vary: 'accept-encoding',
      })
      if (encoding) headers.set('content-encoding', encoding)
      if (isKnown(request, etagOf(served))) return new Response(null, { status: 304, headers })
      return new Response(read(served), { headers })
    },
    page(url, isSignedIn) {
      const headers = { ...safety, 'cache-control': 'no-store' }
      if (!names.has('index.html')) {
        const advice = 'The console has not been built: run npm start, or npm run dev.\n'
        return new Response(advice, { status: 503, headers: { ...headers, 'content-type': types['.txt']! } })
      }
      const nonce = randomBytes(16).toString('base64')
      const html = read('index.html').toString('utf8').replaceAll(noncePlaceholder, nonce)
      const policy = { 'content-security-policy': pagePolicy(nonce), 'content-type': types['.html']! }
      const link = preloadsOf(url, isSignedIn)
      return new Response(html, { headers: { ...headers, ...policy, ...(link && { link }) } })
    },
  }
}

/** Whether `If-None-Match` has the tag, which a proxy may have made weak. */
const isKnown = ({ headers }: Request, tag: string): boolean =>
  (headers.get('if-none-match') ?? '').split(',').some((each) => [tag, `W/${tag}`, '*'].includes(each.trim()))

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll(sep, '/'))

function decodedPath(request: Request): string {
  const { pathname } = new URL(request.url)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
