import { main } from './node/lifecycle.ts'

await main(
  async (databaseUrl, configuration) => {
    const { openControlPlane } = await import('./node/control-plane.ts')
    return openControlPlane(databaseUrl, configuration)
  },
  process.argv.slice(2),
  process.env,
)
