import { failureOf } from './chaos.ts'
import { request } from './control-plane.ts'
import { firstAnswer } from './first-answers.ts'

const operation = /^\/((experimental\/)?v1|device\/(auth|token|confirm)|login\/[^/]+\/saml\/[^/]+\/redirect)(\/|$)/

/** Whether an address is one of the API on this host, which the control plane in the page answers. */
export function isOperation(address: string | URL): boolean {
  const url = new URL(address, location.href)
  return url.host === location.host && operation.test(url.pathname)
}

const fromNetwork = globalThis.fetch.bind(globalThis)

/** `fetch` that asks the control plane in the page for what the API answers, and the network for files. */
export async function pageFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const wanted = new Request(input, init)
  if (!isOperation(wanted.url)) return fromNetwork(wanted)
  const { url, method, headers, signal } = wanted
  const { delayMs, answer: failure } = failureOf(new URL(url).pathname)
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
  if (failure) return failure
  const recorded = await firstAnswer(wanted)
  if (recorded) return recorded
  const body = method === 'GET' || method === 'HEAD' ? null : await wanted.arrayBuffer()
  const answer = await request({ url, method, headers: [...headers], body }, signal)
  return new Response(answer.body, { status: answer.status, headers: answer.headers })
}
