import type { IncomingMessage } from 'node:http'
import { pipeline, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutboundProblem } from '../../kernel/services/outbound.ts'

/** Some servers and proxies compress although no request asks for it. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The body of an answer, decompressed. @throws OutboundProblem for more than `maxBytes` of it */
export async function readWhole(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return collect(answer, maxBytes)
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined
  if (!decoder) {
    answer.destroy()
    throw new OutboundProblem('encoding', `its answer is compressed as ${JSON.stringify(encoding.slice(0, 64))}`)
  }
  try {
    return await collect(
      pipeline(answer, decoder(), () => {}),
      maxBytes,
    )
  } catch (error) {
    const isBroken = error instanceof Error && 'code' in error && /^(Z_|ERR_BROTLI|ERR__ERROR)/.test(String(error.code))
    throw isBroken
      ? new OutboundProblem('encoding', `its answer is not the ${encoding} that it declares`, error)
      : error
  }
}

async function collect(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw new OutboundProblem('size', `its answer is larger than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const UNKNOWN_ISSUERS: ReadonlySet<string> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
])
const unknownIssuer =
  'its certificate is signed by an authority that this server does not know: for a private one, ' +
  'set NODE_EXTRA_CA_CERTS to a file with its certificates and restart the server'
const PROBLEMS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up: no name server answered',
}

/**
 * A problem that the user or the operator can solve, and whether it may also pass by itself; undefined for other errors.
 */
export function solvableProblem(error: unknown): { message: string; passes: boolean } | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = UNKNOWN_ISSUERS.has(code) ? unknownIssuer : Object.hasOwn(PROBLEMS, code) && PROBLEMS[code]
  return message ? { message, passes: code === 'EAI_AGAIN' } : undefined
}
