import { invalidRequest } from '../../kernel/http/errors.ts'
import { OutboundProblem, type OutboundStream } from '../../kernel/services/outbound.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { untilRefused } from './fetched-content.ts'
import type { ImageFetching } from './image-fetching.ts'

const STALL_MS = 60_000
const LEAST_BYTES_PER_STALL = 64 * 2 ** 10
const MAX_MS = 6 * 3_600_000
const MAX_REDIRECTS = 5
const MAX_CHECKSUM_FILE_BYTES = 2 ** 20

type FetchOutbound = ImageFetching['outbound']

/** Opens an https address, after redirects. Each address on the way is checked. @throws PlatformError */
async function openAt(
  outbound: FetchOutbound,
  address: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<OutboundStream> {
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const stream = await outbound
      .open({ url, headers, signal, stallMs: STALL_MS, leastBytes: LEAST_BYTES_PER_STALL, timeoutMs: MAX_MS })
      .catch((error: unknown) => {
        throw asPlatformError(url, error)
      })
    if (![301, 302, 303, 307, 308].includes(stream.status)) return stream
    stream.close()
    const next = stream.headers['location']
    if (next === undefined || !URL.canParse(next, url))
      throw new PlatformError('permanent', `${hostOf(url)} redirects to no address`)
    url = new URL(next, url).href
  }
  throw new PlatformError('permanent', `${hostOf(address)} redirects more than ${MAX_REDIRECTS} times`)
}

/** The text of a publisher's checksum file. @throws PlatformError */
export async function readChecksumFile(outbound: FetchOutbound, url: string, signal: AbortSignal): Promise<string> {
  const stream = await openAt(outbound, url, {}, signal)
  const parts: Uint8Array[] = []
  let size = 0
  try {
    refuseUnlessOk(url, stream.status, [200])
    for await (const part of stream.body) {
      size += part.length
      if (size > MAX_CHECKSUM_FILE_BYTES)
        throw new PlatformError('permanent', `the checksum file is larger than ${MAX_CHECKSUM_FILE_BYTES} bytes`)
      parts.push(part)
    }
  } catch (error) {
    throw asPlatformError(url, error)
  } finally {
    stream.close()
  }
  return new TextDecoder().decode(await new Blob(parts as BlobPart[]).arrayBuffer())
}

/** Progress of a running download. */
export interface DownloadProgress {
  received: number
  total: number | undefined
  etag: string | undefined
}

/**
 * Downloads a file, from where an earlier attempt ended if the server still has the same file.
 * @param etag of the part that an earlier attempt stored
 * @param report called when the answer begins, and with each part
 * @returns whether a part of it is from an earlier attempt
 * @throws PlatformError
 */
export async function download(
  { outbound, files, maxBytes }: ImageFetching,
  { id, url, etag }: { id: string; url: string; etag: string | null },
  report: (progress: DownloadProgress) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const present = etag === null ? 0 : await files.size(id)
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  if (present > 0 && etag !== null) Object.assign(headers, { range: `bytes=${present}-`, 'if-range': etag })
  const stream = await openAt(outbound, url, headers, signal)
  try {
    // An earlier attempt has downloaded the whole file.
    if (stream.status === 416 && present > 0) return true
    refuseUnlessOk(url, stream.status, present > 0 ? [200, 206] : [200])
    const offset = stream.status === 206 ? offsetOf(url, stream, present) : 0
    const length = stream.headers['content-length']
    const total = length === undefined ? undefined : offset + Number(length)
    if (total !== undefined && total > maxBytes) throw tooLarge(maxBytes)
    const progress = { received: offset, total, etag: strongTag(stream.headers['etag']) }
    report(progress)
    const body = counted(stream.body, progress, maxBytes, report)
    await files.write(id, offset, offset === 0 ? untilRefused(body) : body)
    return offset > 0
  } catch (error) {
    throw asPlatformError(url, error)
  } finally {
    stream.close()
  }
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  progress: DownloadProgress,
  maxBytes: number,
  report: (progress: DownloadProgress) => void,
): AsyncGenerator<Uint8Array> {
  for await (const part of body) {
    progress.received += part.length
    if (progress.received > maxBytes) throw tooLarge(maxBytes)
    report(progress)
    yield part
  }
}

const tooLarge = (maxBytes: number) =>
  new PlatformError(
    'permanent',
    `the file is larger than ${Math.floor(maxBytes / 2 ** 20)} MiB, the limit of this server`,
  )

/** A weak tag does not promise the same bytes. */
const strongTag = (tag: string | undefined) => (tag?.startsWith('"') ? tag : undefined)

function offsetOf(url: string, { headers }: OutboundStream, asked: number): number {
  if (headers['content-range']?.startsWith(`bytes ${asked}-`)) return asked
  throw new PlatformError('permanent', `${hostOf(url)} sends another part of the file than it was asked for`)
}

function refuseUnlessOk(url: string, status: number, ok: readonly number[]): void {
  if (ok.includes(status)) return
  const isTransient = status >= 500 || status === 408 || status === 429
  throw new PlatformError(isTransient ? 'transient' : 'permanent', `${hostOf(url)} answers with status ${status}`)
}

/** Of a URL that a redirect led to, such as file:///path, its scheme: it may have no host. */
function hostOf(url: string): string {
  const { protocol, host } = new URL(url)
  return /^https?:$/.test(protocol) ? host : `${protocol.slice(0, -1)} URL`
}

/** An error that may be shown to the user. Errors of this server and aborts are returned unchanged. */
function asPlatformError(url: string, error: unknown): unknown {
  if (!(error instanceof OutboundProblem)) return error
  const isPermanent = ['address', 'refused', 'misconfigured'].includes(error.kind)
  const host = URL.canParse(url) ? hostOf(url) : url
  return new PlatformError(isPermanent ? 'permanent' : 'transient', `${host}: ${error.message}`, error)
}

/** Refuses an address before anything is fetched. @throws 400 */
export async function checkAddress(outbound: FetchOutbound, url: string): Promise<void> {
  if (URL.parse(url)?.protocol !== 'https:') throw invalidRequest('the address is refused: it is not an https URL')
  try {
    await outbound.check(url)
  } catch (error) {
    if (error instanceof OutboundProblem) throw invalidRequest(`the address is refused: ${error.message}`)
    throw error
  }
}
