import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** What a page cannot say of itself in a <meta> element: the policy of its worker, and who may frame it. */
export const policies: Readonly<Record<string, string>> = {
  '.js': `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'`,
  '.html': `frame-ancestors 'none'`,
}

/** The decoded path of a request; none for what is no URL. */
function pathOf(url = '/'): string | undefined {
  try {
    return decodeURIComponent(new URL(url, 'http://host').pathname)
  } catch {
    return undefined
  }
}

/**
 * Serves a folder under a path to this machine, as static hosts do: files as they are, with a policy for their type, and
 * 404.html in place of missing ones. @returns its port
 */
export async function serveFolder(folder: string, { base, port }: { base: string; port: number }): Promise<number> {
  const server = createServer(({ url, method }, answer) => {
    const path = pathOf(url)
    if (path === undefined) return void answer.writeHead(400).end()
    if (path === '/' && base !== '/') return void answer.writeHead(302, { location: base }).end()
    if (!path.startsWith(base) || path.split('/').includes('..')) return void answer.writeHead(404).end()
    if (method !== 'GET' && method !== 'HEAD') return void answer.writeHead(405).end()
    const named = join(folder, path.slice(base.length))
    const isFile = statSync(named, { throwIfNoEntry: false })?.isFile()
    const file = isFile ? named : join(folder, path === base ? 'index.html' : '404.html')
    const status = isFile || path === base ? 200 : 404
    const content = readFileSync(file)
    const type = extname(file)
    const policy = policies[type]
    answer.writeHead(status, {
      'content-type': types[type] ?? 'application/octet-stream',
      ...(policy && { 'content-security-policy': policy }),
      'content-length': content.length,
      'cache-control': file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    answer.end(method === 'HEAD' ? undefined : content)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
