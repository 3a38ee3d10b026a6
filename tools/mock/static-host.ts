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

/** Serves a folder under a path as static hosts do: files as they are, and 404.html in place of missing ones. */
export async function serveFolder(folder: string, { base, port }: { base: string; port: number }) {
  const server = createServer(({ url, method }, answer) => {
    const path = decodeURIComponent(new URL(url ?? '/', 'http://host').pathname)
    if (path === '/' && base !== '/') return void answer.writeHead(302, { location: base }).end()
    if (!path.startsWith(base) || path.split('/').includes('..')) return void answer.writeHead(404).end()
    if (method !== 'GET' && method !== 'HEAD') return void answer.writeHead(405).end()
    const named = join(folder, path.slice(base.length))
    const isFile = statSync(named, { throwIfNoEntry: false })?.isFile()
    const file = isFile ? named : join(folder, path === base ? 'index.html' : '404.html')
    const status = isFile || path === base ? 200 : 404
    const content = readFileSync(file)
    answer.writeHead(status, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-length': content.length,
      'cache-control': file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    answer.end(method === 'HEAD' ? undefined : content)
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
