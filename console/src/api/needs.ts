import type { OperationId } from '@skerry/contract/operations.ts'
import type { Need, Needs } from '@skerry/contract/rules/needs.ts'
import { camelCase } from '~/lib/format/case.ts'
import { type Operation, routeOf } from './routes.ts'

/** What an operation requires of its caller. Read from the route, so that its name is not loaded twice. */
export function needsOf(operation: OperationId): Needs {
  const text = routeOf(camelCase(operation) as Operation).split(' ')[2] ?? ''
  const [first, second] = text.split(':') as Need[]
  if (first && second) return { inProject: first, inSilo: second }
  if (text.includes('|')) return { anyOf: text.split('|') as Need[] }
  return text.includes('&') ? (text.split('&') as Need[]) : (text as Need)
}
