import type { APIRequestContext, Page } from '@playwright/test'

interface Sent {
  method?: string
  data?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}

const json = { 'content-type': 'application/json' }

/** What a request sends: JSON, a form or bytes. */
function bodyOf({ data, form, headers }: Sent) {
  if (form) return { text: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
  if (Buffer.isBuffer(data)) return { base64: data.toString('base64'), type: headers?.['content-type'] ?? '' }
  return data === undefined ? {} : { text: JSON.stringify(data), type: json['content-type'] }
}

/** Requests of a test to the control plane in a page, by the page's own `fetch`: as many kinds as tests use. */
export function requestsBy(page: Page): APIRequestContext {
  const send = async (path: string, sent: Sent = {}) => {
    const { text, base64, type } = bodyOf(sent)
    const { method = 'GET', headers } = sent
    const answer = await page.evaluate(
      async (carried) => {
        const bytes = carried.base64 && Uint8Array.from(atob(carried.base64), (each) => each.charCodeAt(0))
        const response = await fetch(carried.path, {
          method: carried.method,
          headers: { ...carried.headers, ...(carried.type && { 'content-type': carried.type }) },
          ...((carried.text ?? bytes) && { body: carried.text ?? bytes }),
        } as RequestInit)
        return { status: response.status, headers: [...response.headers], text: await response.text() }
      },
      { path, method, headers, text, base64, type },
    )
    return {
      status: () => answer.status,
      ok: () => answer.status >= 200 && answer.status < 300,
      headers: () => Object.fromEntries(answer.headers),
      text: async () => answer.text,
      json: async () => JSON.parse(answer.text) as unknown,
    }
  }
  const by = (method: string) => (path: string, sent?: Sent) => send(path, { ...sent, method })
  const own = { fetch: send, get: by('GET'), post: by('POST'), put: by('PUT'), delete: by('DELETE') }
  // Playwright takes it for the context that it made.
  return Object.assign(Object.create(page.request) as APIRequestContext, own)
}
