import { main } from './node/start/lifecycle.ts'

// The control plane is imported only when a server really starts: `--help` and a port in use answer at once.
await main(
  async (databaseUrl, configuration) => {
    const { assemble } = await import('./node/start/assemble.ts')
    return assemble(databaseUrl, configuration)
  },
  process.argv.slice(2),
  process.env,
)
