import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

export { expect } from '@playwright/test'

const root = fileURLToPath(new URL('../../console', import.meta.url))
const page = 'src/testing/gallery/index.html'

/** Builds and serves the page with every shared part of the console, once per worker. */
export const test = base.extend<object, { gallery: string }>({
  // Without animations, popups are in their final place at once.
  contextOptions: { reducedMotion: 'reduce' },
  gallery: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, use) => {
      const outDir = await mkdtemp(join(tmpdir(), 'skerry-gallery-'))
      const shared = { root, configFile: false, logLevel: 'error' } as const
      await build({
        ...shared,
        plugins: [react(), tailwindcss()],
        resolve: { alias: { '~': join(root, 'src') } },
        build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(root, page) } },
      })
      const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
      const address = server.httpServer.address()
      if (address === null || typeof address === 'string') throw new Error('The gallery is not served on a port')
      await use(`http://127.0.0.1:${address.port}/${page}`)
      await server.close()
      await rm(outDir, { recursive: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
