import { readConfiguration } from '../../control-plane/src/node/start/configuration.ts'
import { buildConsole } from '../lib/build-console.ts'

/** False for --help, --check, --reset-admin and invalid configuration, which need no console. The server reports errors. */
function willStart(): boolean {
  try {
    const { help, check, resetAdmin } = readConfiguration(process.argv.slice(2), process.env)
    return !help && !check && !resetAdmin
  } catch {
    return false
  }
}

try {
  if (willStart()) await buildConsole((line) => process.stderr.write(`skerry: ${line}\n`))
} catch (error) {
  process.stderr.write(`skerry: ${(error as Error).message}\n`)
  process.exit(1)
}
await import('../../control-plane/src/main.node.ts')
