import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '~': new URL('src', import.meta.url).pathname } },
  test: { name: 'console', environment: 'node', include: ['src/**/*.spec.{ts,tsx}'] },
})
