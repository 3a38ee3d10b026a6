import { createRequire } from 'node:module'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups, shared } from './chunks.ts'

const textFace = /\/inter-latin-wght-normal-.*\.woff2$/
let base = '/'

/** Preloads the text face's Latin file, which the browser would learn of only from the style sheet. */
const preload: Plugin = {
  name: 'preload',
  configResolved: (config) => void (base = config.base),
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => textFace.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: base + file },
        })),
  },
}

/** The packages that the browser gets and that are still CommonJS. */
const packages = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|ipaddr\.js|semver)\//

/**
 * Makes modules of CommonJS files. Otherwise each file of the console that imports React would wrap it anew and read
 * every hook through a getter, and every page would load the bundler's helpers for that as a script of its own.
 */
const commonJsAsModules: Plugin = {
  name: 'commonjs-as-modules',
  apply: 'build',
  transform: {
    filter: { id: packages },
    handler(code, id) {
      const required: string[] = []
      const body = code.replaceAll(/\brequire\(["']([^"']+)["']\)/g, (_, from: string) =>
        from.endsWith('.development.js') ? 'undefined' : `required${required.push(from) - 1}`,
      )
      const names = Object.keys(createRequire(id)(id) as object).filter((name) =>
        /^(?!default$)[A-Za-z_]\w*$/.test(name),
      )
      return [
        ...required.map((from, index) => `import required${index} from '${from}'`),
        'const whole = { exports: {} }',
        `;((module, exports) => {${body}\n})(whole, whole.exports)`,
        'export default whole.exports',
        `export const { ${names.join(', ')} } = whole.exports`,
      ].join('\n')
    },
  },
}

export default defineConfig({
  plugins: [commonJsAsModules, react(), tailwindcss(), preload],
  resolve: { alias: { '~': new URL('src', import.meta.url).pathname } },
  // The server puts a fresh nonce here for each answer; its content security policy names the same one.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/v1': { target: 'http://localhost:4400', ws: true }, '/login': loginPosts() } },
  build: {
    target: 'es2022',
    manifest: true,
    // Fonts stay files: `font-src 'self'` refuses data addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      // What many pages share is asked for along with a page. The page itself is fetched by its import: naming it, and
      // what is its own, in the first load would cost 4 kB there.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css') || shared.test(file)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
})

/** The sign-in pages are the console's; what they post, and the identity provider's answers, are the server's. */
function loginPosts() {
  return {
    target: 'http://localhost:4400',
    bypass: (request: { method?: string; url?: string }) => (request.method === 'GET' ? request.url : undefined),
  }
}
