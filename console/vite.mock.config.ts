import { createHash } from 'node:crypto'
import { defineConfig, type Plugin } from 'vite'
import normal from './vite.config.ts'

const source = (path: string) => new URL(`src/${path}`, import.meta.url).pathname

/** Modules that a page with its own control plane has in another version. */
const replaced: Readonly<Record<string, string>> = {
  [source('api/session.ts')]: source('mock/page-session.ts'),
  [source('shell/live/shared-feed.ts')]: source('mock/page-feed.ts'),
  [source('compute/images/upload/chunk-sender.ts')]: source('mock/page-sender.ts'),
}

const replaceModules: Plugin = {
  name: 'replace-modules',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    const found = await this.resolve(id, importer, { ...options, skipSelf: true })
    return replaced[found?.id ?? ''] ?? found
  },
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** As strict as the server's: what a static host cannot send as a header. Workers have the policy of their own file. */
const policyOf = (html: string) =>
  [
    `default-src 'self'`,
    `script-src 'self' ${[...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => sha256(text!)).join(' ')}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    ...['frame-src', 'object-src', 'form-action', 'base-uri'].map((name) => `${name} 'none'`),
  ].join('; ')

const ownEntry: Plugin = {
  name: 'own-entry',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/main.tsx', '/src/mock/main.tsx') },
}
const ownPolicy: Plugin = {
  name: 'own-policy',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policyOf(html) },
        injectTo: 'head-prepend',
      },
    ],
  },
}

/** The mock build: the console with its control plane in the page. */
export default defineConfig({
  ...normal,
  html: {},
  plugins: [replaceModules, ownEntry, ...normal.plugins!, ownPolicy],
  worker: { format: 'es' },
})
