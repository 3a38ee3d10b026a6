import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Preloads the text face's Latin file, so that the first paint need not wait for the style sheet to name it. */
const preloadTextFace: Plugin = {
  name: 'preload-text-face',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /inter-latin-wght-normal-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head-prepend' as const,
        })),
  },
}

const shared = /\.css$|\/(fields|overlays|choosers|panels|chart-canvas)-/

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadTextFace],
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
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//, priority: 7 },
            { name: 'tanstack', test: /node_modules\/@tanstack\/(?!.*virtual)/, priority: 6 },
            { name: 'icons', test: /node_modules\/lucide-react\//, priority: 6 },
            // All but the entry itself: taken out of its own file it never ran.
            { name: 'start', test: /console\/src\/(?!main)/, tags: ['$initial'], priority: 5 },
            // What pages share, but for what brings overlays or forms along.
            {
              name: 'parts',
              test: /console\/src\/(ui\/(?!dialog|modal|side-panel|chart\/|time-range)|table\/(?!bulk-run-modal)|shell\/(?!form-panel|edit-|use-conflict-safe|request-|check-list-field|detail-panel|drawer|whole-list-)|form\/(copy-as|generated-name)|api\/)|contract\/src\/(?!rules\/(address-lots|alert-classes|allow-list|bfd|bgp|firewall|loopback-addresses|networks|routes|special-networks|versions)\.)/,
              minShareCount: 2,
              priority: 4,
            },
            // What a form is made of, wherever it shows: without dialogs, and without fields that open a list.
            {
              name: 'fields',
              test: /node_modules\/(react-hook-form|ipaddr\.js)\/|console\/src\/(form\/(?!form-shells|combobox-input|listbox-select)|shell\/check-list-field)|contract\/src\/rules\/(networks|routes|firewall)/,
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
