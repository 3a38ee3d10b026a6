import { root } from '../lib/repository.ts'
import { allChecks } from './all.ts'
import type { Check } from './check.ts'
import { fixes } from './programs.ts'

const atOnce = 2

async function report({ name, run }: Check): Promise<boolean> {
  const began = performance.now()
  const problems = await Promise.resolve(run()).catch((error: Error) => [error.stack ?? error.message])
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name}  ${seconds} s`)
  for (const problem of problems) console.log(problem.replace(/^/gm, '        '))
  return problems.length === 0
}

if (process.argv.includes('--fix')) for (const fix of fixes(root)) await report(fix)

const waiting = allChecks(root)
const results: boolean[] = []
const worker = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await report(next))
}
await Promise.all(Array.from({ length: atOnce }, worker))
process.exitCode = results.every(Boolean) ? 0 : 1
