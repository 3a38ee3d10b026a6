import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { logRequest } from '../../kernel/http/binder.ts'
import { errorAnswer } from '../../kernel/http/error-answers.ts'
import { ApiError } from '../../kernel/http/errors.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import { randomId } from '../../kernel/values/uuid.ts'

/** The answer to a request that no control plane sees; logged under the request id that the client sees. */
export function rawRefusal(log: Log, status: number, cause: unknown): Response {
  const requestId = randomId()
  const error = new ApiError(status, undefined, STATUS_CODES[status] ?? '', { cause })
  logRequest(log, { request_id: requestId, status }, error)
  return errorAnswer(requestId, error)
}

const LINGER_MS = 500

/** Answers on a raw connection, and closes it. */
export async function answerRaw(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('content-length', String(body.length))
  headers.set('connection', 'close')
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n${lines}\r\n`)
  // An immediate close could lose the answer on a client that is still sending.
  socket.end(body, () => setTimeout(() => socket.destroy(), LINGER_MS).unref())
}
