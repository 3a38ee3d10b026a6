import { fromBase64 } from '../../kernel/http/base64.ts'

interface PemBlock {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Without headers: only encrypted keys have any. */
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\n\n?((?:[A-Za-z0-9+/=]+\n)+)-----END \1-----/g

/**
 * The blocks of a PEM text. The library's own pattern takes twice the time for each further line of a hostile header.
 * @throws for a block that is not base64
 */
export const pemBlocks = (text: string): PemBlock[] =>
  [...text.replaceAll('\r', '').matchAll(BLOCK)].map(([, type = '', lines = '']) => {
    const bytes = fromBase64(lines.replaceAll('\n', ''))
    if (!bytes) throw new Error('a PEM block is not base64')
    return { type, bytes: new Uint8Array(bytes) }
  })
