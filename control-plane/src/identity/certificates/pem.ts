import { fromBase64 } from '../../kernel/http/base64.ts'

export interface PemBlock {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** A PEM block without headers: only encrypted keys have any. */
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/g

/** Invisible characters of no width that copying adds. Other kinds of blanks count as blanks. */
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff]/g

/**
 * The blocks of a PEM text, however their lines are broken, indented or joined. The library's own pattern takes twice
 * the time for each further line of a hostile header.
 * @throws for a block that has no end or is not base64
 */
export function pemBlocks(text: string): PemBlock[] {
  const plain = text.replaceAll(INVISIBLE, '').replaceAll(/[^\S\n]/g, ' ')
  const blocks = [...plain.matchAll(BLOCK)].map(([, type = '', lines = '']) => {
    const bytes = fromBase64(lines.replaceAll(/\s/g, ''))
    if (!bytes) throw new Error('a PEM block is not base64')
    return { type, bytes: new Uint8Array(bytes) }
  })
  if (blocks.length !== plain.split('-----BEGIN ').length - 1) throw new Error('a PEM block is incomplete')
  return blocks
}

/** A block as every program reads it, without a line end after it. */
export function pemText(type: string, bytes: Uint8Array<ArrayBuffer>): string {
  const lines = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).match(/.{1,64}/g) ?? []
  return `-----BEGIN ${type}-----\n${lines.join('\n')}\n-----END ${type}-----`
}
