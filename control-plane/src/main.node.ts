import { main } from './node/lifecycle.ts'

// The control plane is loaded only once a server is really to start: `--help` and a taken port answer at once.
await main(
  async (databaseUrl, configuration) => {
    const { assemble } = await import('./node/assemble.ts')
    return assemble(databaseUrl, configuration)
  },
  process.argv.slice(2),
  process.env,
)
