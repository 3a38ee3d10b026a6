import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from '../lib/build-console.ts'
import { show } from '../lib/command.ts'
import { root } from '../lib/repository.ts'

/** Runs all benchmarks, or those named: `npm run bench -- api`. They run one after the other, for they share a machine. */
const all = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !all.includes(name))
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}": npm run bench [-- ${all.join(' | ')}]`)
  process.exit(1)
}
await buildConsole(console.log)
for (const name of asked.length > 0 ? asked : all) {
  console.log(`\n── ${name}`)
  if (!(await show(process.execPath, [join(root, 'bench', `${name}.bench.ts`)]))) process.exitCode = 1
}
