import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a receiver received. */
export interface ReceivedRequest {
  method: string | undefined
  headers: IncomingMessage['headers']
  signatures: string[]
  text: string
  body: { delivery: { sent_at: string } }
}

/** A local receiver of webhooks that records requests. */
export interface LocalReceiver {
  url: string
  arrived: ReceivedRequest[]
  /** Writes the answer once the request is read; 204 by default. */
  answer: (response: ServerResponse) => unknown
  close(): Promise<void>
}

export async function startReceiver(): Promise<LocalReceiver> {
  const http = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const signatures = request.headersDistinct['x-skerry-signature'] ?? []
    const { method, headers } = request
    receiver.arrived.push({ method, headers, signatures, text, body: JSON.parse(text) })
    receiver.answer(response)
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const receiver: LocalReceiver = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/hook`,
    arrived: [],
    answer: (response) => response.writeHead(204).end(),
    async close() {
      http.closeAllConnections()
      await new Promise((done) => http.close(done))
    },
  }
  return receiver
}
