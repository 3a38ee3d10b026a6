import type { ApiError } from './errors.ts'

export const headersOf = (requestId: string): Record<string, string> => ({
  'x-request-id': requestId,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})

/** An error as JSON: request_id, message and, after a handler ran, an error_code. */
export const errorAnswer = (requestId: string, error: ApiError): Response =>
  Response.json(
    {
      request_id: requestId,
      message: error.message,
      ...(error.code && { error_code: error.code }),
      ...(error.position && { position: error.position }),
      // JSON has no member for what is undefined.
      field: error.about.field,
      reason: error.about.field && error.about.reason,
      kind: error.about.kind,
      selector: error.about.selector,
    },
    { status: error.status, headers: { ...error.headers, ...headersOf(requestId) } },
  )

/** An error in the format of OAuth clients. Unknown codes become `invalid_request` or `server_error`. */
export const oauthErrorAnswer = (requestId: string, { code, status, message, headers }: ApiError): Response => {
  const error = code && /^[a-z_]+$/.test(code) ? code : status < 500 ? 'invalid_request' : 'server_error'
  return Response.json(
    { error, error_description: message },
    { status, headers: { ...headers, ...headersOf(requestId) } },
  )
}
