import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '~': new URL('src', import.meta.url).pathname } },
  test: {
    name: 'console',
    environment: 'node',
    include: ['src/**/*.spec.{ts,tsx}'],
    // As generous as the other projects, for a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
