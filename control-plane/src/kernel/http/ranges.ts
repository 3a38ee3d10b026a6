import { ApiError, invalidRequest } from './errors.ts'

/** Bytes that never change. */
export interface Content {
  size: number
  /** The ETag of these bytes. */
  tag: string
  /** The bytes from first to last, inclusive. Opens the source on the first read; cancelling the stream closes it. */
  read(first: number, last: number): ReadableStream<Uint8Array>
}

interface Asked {
  range: string | null
  /** The ETag of the content of which the client already has a part. */
  ifRange: string | null
}

interface Span {
  first: number
  last: number
}

/**
 * The one range that a request asks for (RFC 9110, section 14); undefined for the whole.
 * @throws 400 for several ranges or a malformed one, 416 for one without bytes
 */
export function byteRangeOf({ range, ifRange }: Asked, { size, tag }: Pick<Content, 'size' | 'tag'>): Span | undefined {
  if (range === null || !/^bytes=/i.test(range)) return undefined
  if (ifRange !== null && ifRange !== `"${tag}"`) return undefined
  if (range.includes(',')) throw invalidRequest('only one range can be asked for at a time')
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? []
  if (!from && !to) throw invalidRequest(`"${range}" is not a range of bytes`)
  const span = from
    ? { first: Number(from), last: Math.min(to ? Number(to) : Infinity, size - 1) }
    : { first: Math.max(0, size - Number(to)), last: size - 1 }
  if (from && to && Number(from) > Number(to)) throw invalidRequest(`"${range}" ends before it begins`)
  if (span.first > span.last)
    throw new ApiError(416, 'InvalidRequest', `the range holds none of the ${size} bytes`, {
      headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' },
    })
  return span
}

/** Content as a download, whole or in part; only the headers for a HEAD request. */
export function contentAnswer(request: Request, content: Content, file: { name: string; type: string }): Response {
  const { headers: asked } = request
  const span = byteRangeOf({ range: asked.get('range'), ifRange: asked.get('if-range') }, content)
  const { first, last } = span ?? { first: 0, last: content.size - 1 }
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, '_')}"`,
    'content-length': String(last - first + 1),
    'content-type': file.type,
    etag: `"${content.tag}"`,
    ...(span && { 'content-range': `bytes ${first}-${last}/${content.size}` }),
  }
  const body = request.method === 'HEAD' ? null : content.read(first, last)
  return new Response(body, { status: span ? 206 : 200, headers })
}
