import { join } from 'node:path'
import { buildConsole } from '../lib/build-console.ts'
import { show } from '../lib/command.ts'
import { root } from '../lib/repository.ts'
import { benchmarks } from './benchmarks.ts'
import { runSmoke } from './smoke.ts'

/**
 * Runs all benchmarks, or those named (`npm run bench -- api`), one after the other, since they share a machine.
 * With `--smoke` each runs at its smallest size, to check that it works.
 */
const asked = process.argv.slice(2).filter((name) => name !== '--smoke')
const all = benchmarks()
const unknown = asked.find((name) => !all.includes(name))
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}": npm run bench [-- --smoke | ${all.join(' | ')}]`)
  process.exit(1)
}
const names = asked.length > 0 ? asked : all
await buildConsole(console.log)
if (process.argv.includes('--smoke')) {
  if (!(await runSmoke(names))) process.exitCode = 1
} else
  for (const name of names) {
    console.log(`\n── ${name}`)
    if (!(await show(process.execPath, [join(root, 'bench', `${name}.bench.ts`)]))) process.exitCode = 1
  }
