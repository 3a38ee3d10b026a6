import { systemClock } from '../clock/clock.ts'
import { openDatabase } from '../kernel/database/database.ts'
import { SagaWorker } from '../kernel/sagas/saga-worker.ts'
import { silent } from '../kernel/telemetry/log.ts'
import { PlatformError, type PlatformErrorKind } from '../platform/interface/platform-error.ts'
import type { Platform } from '../platform/interface/platform.ts'
import { sagaDefinitions } from '../sagas.ts'
import { noServices } from '../testing/no-services.ts'

/** One control plane of frozen-worker.spec.ts: runs sagas on the platform of its parent, and freezes before a call. */
const [url = '', freezeBefore = ''] = process.argv.slice(2)

export interface Request {
  id: number
  path: readonly string[]
  values: unknown[]
}

export interface Answer {
  id: number
  result?: unknown
  error?: { kind: PlatformErrorKind; message: string }
}

const waiting = new Map<number, PromiseWithResolvers<unknown>>()
process.on('message', ({ id, result, error }: Answer) => {
  const call = waiting.get(id)
  waiting.delete(id)
  if (error) call?.reject(new PlatformError(error.kind, error.message))
  else call?.resolve(result)
})

let calls = 0
function request(path: readonly string[], values: unknown[]): Promise<unknown> {
  if (path.join('.') === freezeBefore) process.kill(process.pid, 'SIGSTOP')
  const call = Promise.withResolvers<unknown>()
  const id = ++calls
  waiting.set(id, call)
  const passed = values.map((value) => (value instanceof AbortSignal ? undefined : value))
  process.send!({ id, path, values: passed } satisfies Request)
  return call.promise
}

/** The platform of the parent process. */
const remote = (...path: string[]): unknown =>
  new Proxy(() => {}, {
    get: (_, name: string) => remote(...path, name),
    apply: (_, _this, values: unknown[]) => request(path, values),
  })

new SagaWorker({
  db: openDatabase({ url, max: 4 }),
  clock: systemClock,
  log: silent,
  platform: remote() as Platform,
  services: noServices,
  definitions: sagaDefinitions,
  limits: { leaseMs: 1500, pollMs: 50 },
}).start()
