import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const textFace = /\/inter-latin-wght-normal-.*\.woff2$/
const parts = /\/parts-[^/]*\.js$/
const ofSystem = /\/system-(area|navigation|parts)-[^/]*\.js$/

let base = '/'

/**
 * Preloads what the browser would learn of only on the way: the text face's Latin file, which the style sheet names;
 * the parts of lists, which the page's own code names; and on a page of the system its URLs, which `start` names.
 */
const preload: Plugin = {
  name: 'preload',
  configResolved: (config) => void (base = config.base),
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const files = Object.keys(bundle).map((file) => base + file)
      const links = (test: RegExp, attrs: Record<string, string>) =>
        files
          .filter((href) => test.test(href))
          .map((href) => ({ tag: 'link', attrs: { ...attrs, crossorigin: true, href } }))
      const script = (hrefs: readonly string[]) => `
      if (location.pathname.startsWith(${JSON.stringify(`${base}system`)}))
        for (const href of ${JSON.stringify(hrefs)})
          document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
      `
      return [
        ...links(textFace, { rel: 'preload', as: 'font', type: 'font/woff2' }),
        ...links(parts, { rel: 'modulepreload' }),
        { tag: 'script', children: script(files.filter((file) => ofSystem.test(file))), injectTo: 'head' as const },
      ]
    },
  },
}

const shared = /\.css$|\/(details|fields|overlays|choosers|panels|chart-canvas)-/

export default defineConfig({
  plugins: [react(), tailwindcss(), preload],
  resolve: { alias: { '~': new URL('src', import.meta.url).pathname } },
  // The server puts a fresh nonce here for each answer; its content security policy names the same one.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/v1': { target: 'http://localhost:4400', ws: true }, '/login': loginPosts() } },
  build: {
    target: 'es2022',
    // Fonts stay files: `font-src 'self'` refuses data addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      // What many pages share is asked for along with a page. The page itself is fetched by its import: naming it, and
      // what is its own, in the first load would cost 4 kB there.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => shared.test(file)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files, and none that brings overlays or forms along before somebody asks for them.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//, priority: 8 },
            { name: 'tanstack', test: /node_modules\/@tanstack\/(?!.*virtual)/, priority: 7 },
            // All but the entry itself: taken out of its own file it never ran.
            {
              name: 'start',
              test: /console\/src\/(?!main)|node_modules\/lucide-react\//,
              tags: ['$initial'],
              priority: 6,
            },
            // What lists share, but for what brings overlays or forms along.
            {
              name: 'parts',
              test: /console\/src\/(ui\/(?!dialog|modal|side-panel|chart\/|time-range|card|tabs|meter-card|progress-bar|download|waiting|late-code|format\/base64)|table\/(?!bulk-run-modal)|shell\/(?!form-|edit-|use-conflict-safe|request-|check-list-field|detail-|drawer|whole-list-|conflict|rewrite|three-way|make-change|metadata|settings-card|timeseries|shown-reads|hero|read-part|count-cell|began-on|use-close-panel|system-navigation)|form\/(copy-as|generated-name)|api\/)|contract\/src\/(?!rules\/(address-lots|alert-classes|allow-list|bfd|bgp|firewall|loopback-addresses|networks|routes|special-networks|versions)\.)/,
              minShareCount: 2,
              priority: 5,
            },
            { name: 'system-navigation', test: /console\/src\/shell\/system-navigation/, priority: 4 },
            // What other pages share.
            {
              name: 'details',
              test: /console\/src\/(ui\/(card|tabs|meter-card|progress-bar|download|waiting|late-code|format\/base64)|shell\/(began-on|use-close-panel|form-tabs|detail-page|conflict|rewrite|three-way|make-change|metadata|timeseries|shown-reads|hero|read-part|count-cell)|compute\/instances\/(instance|use-instance|instance-update|detail\/auto-restart-policy)\.|network\/ip-pools\/use\.)|node_modules\/lucide-react\//,
              minShareCount: 2,
              priority: 3.5,
            },
            // What the system's URLs and pages share.
            {
              name: 'system-parts',
              test: /console\/src\/(.*\/queries\.ts|fleet\/.*(words|link|links|state|status|columns|facts|choices|used-by|numbered|badge)\.tsx?)/,
              minShareCount: 2,
              priority: 3.2,
            },
            // What a form is made of, wherever it shows: without dialogs, and without fields that open a list.
            {
              name: 'fields',
              test: /node_modules\/(react-hook-form|ipaddr\.js)\/|console\/src\/(form\/(?!form-shells|combobox-input|listbox-select)|shell\/(check-list-field|settings-card)|network\/pool-options\.)|contract\/src\/rules\/(networks|routes|firewall)/,
              minShareCount: 2,
              priority: 3,
            },
            {
              name: 'overlays',
              test: /node_modules\/(@base-ui\/(?!react\/(combobox|select|toast)\/)|@floating-ui\/|reselect\/|tabbable\/)|console\/src\/(ui\/(dialog|modal|side-panel)|shell\/(detail-panel|drawer))/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'choosers',
              test: /node_modules\/(@base-ui\/react\/(combobox|select)|@tanstack\/.*virtual.*)\/|console\/src\/form\/(combobox-input|combobox-match|listbox-select)\./,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'panels',
              test: /console\/src\/(form\/form-shells|shell\/(form-panel|edit-|use-conflict-safe|request-))/,
              minShareCount: 2,
              priority: 0,
            },
          ],
        },
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
