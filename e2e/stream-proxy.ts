import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StreamProxy {
  address: string
  /** Requests of the API that pages and their workers sent, as `GET /v1/projects`, without event streams. */
  requests: string[]
  /** The requests for event streams, with the `Last-Event-ID` of each. */
  asked: { cookie: string; lastEventId: string | undefined }[]
  /** Number of open event streams. */
  open: () => number
  /** Ends the open streams, as a proxy does that finds them idle. */
  cut: () => void
  /** Answers requests for a stream with a status, from now on. */
  refuse: (status: number | undefined) => void
  /** Passes nothing on of streams, as a proxy does that collects answers. */
  collect: (isCollecting: boolean) => void
  close: () => Promise<void>
}

/** A proxy in front of the server that knows event streams. Playwright sees no requests of shared workers. */
export async function startStreamProxy(to: string): Promise<StreamProxy> {
  const requests: string[] = []
  const asked: StreamProxy['asked'] = []
  const streams = new Set<ServerResponse>()
  let refusal: number | undefined
  let isCollecting = false

  const pass = (near: IncomingMessage, answer: ServerResponse) => {
    const url = new URL(near.url ?? '/', to)
    const far = ask(url, { method: near.method ?? 'GET', headers: near.headers }, (response) => {
      if (response.headers['content-type'] === 'text/event-stream') {
        streams.add(answer)
        if (isCollecting) return void response.resume()
      }
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
    })
    far.on('error', () => answer.destroy())
    answer.on('close', () => {
      streams.delete(answer)
      far.destroy()
    })
    near.pipe(far)
  }
  const server = createServer((near, answer) => {
    const { pathname } = new URL(near.url ?? '/', to)
    if (pathname !== '/v1/events') {
      if (/^\/(experimental\/)?v1\//.test(pathname)) requests.push(`${near.method} ${pathname}`)
      return pass(near, answer)
    }
    const { cookie = '', 'last-event-id': lastEventId } = near.headers
    asked.push({ cookie, lastEventId: lastEventId as string | undefined })
    if (refusal) return void answer.writeHead(refusal, { 'content-type': 'application/json' }).end('{}')
    pass(near, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    asked,
    open: () => streams.size,
    cut: () => streams.forEach((stream) => stream.destroy()),
    refuse: (status) => void (refusal = status),
    collect: (is) => void (isCollecting = is),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
