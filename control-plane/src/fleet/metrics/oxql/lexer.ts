import { QueryError } from './query-error.ts'

export type TokenKind = 'word' | 'number' | 'string' | 'time' | 'symbol' | 'end'
export interface Token {
  kind: TokenKind
  /** The text as written; for a string its unescaped value. */
  text: string
  offset: number
}

const SPACE = /\s+/y
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y
/** Includes following letters, so that `5x` is one invalid number, not two tokens. */
const NUMBER = /-?(0[xX][0-9A-Za-z]*|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[A-Za-z]*)/y
const TIME = /@(now\(\)|[0-9][0-9A-Za-z:.+-]*)/y
const SYMBOL = /==|!=|<=|>=|~=|&&|\|\||[<>!^|(){}[\];,:+-]/y

/** Splits a query into tokens. @throws QueryError at an invalid one */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  for (;;) {
    take(SPACE)
    const offset = at
    if (at >= text.length) return [...tokens, { kind: 'end', text: '', offset }]
    const quote = text[at]
    if (quote === '"' || quote === "'") {
      const { value, end } = readString(text, at, quote)
      tokens.push({ kind: 'string', text: value, offset })
      at = end
      continue
    }
    const word = take(WORD)
    const number = word ?? take(NUMBER)
    const time = number ?? take(TIME)
    const symbol = time ?? take(SYMBOL)
    if (symbol === undefined) throw new QueryError(`unexpected ${JSON.stringify(characterAt(text, at))}`, offset)
    const kind = word ? 'word' : number ? 'number' : time ? 'time' : 'symbol'
    tokens.push({ kind, text: symbol, offset })
  }
}

const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0)

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\', '0': '\0', '"': '"', "'": "'" }
const UNICODE = /\\u\{([0-9a-fA-F]{1,6})\}/y

const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff

function readString(text: string, start: number, quote: string): { value: string; end: number } {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === quote) return { value, end: at + 1 }
    if (char !== '\\') {
      value += char
      continue
    }
    const escape = ESCAPES[text[at + 1] ?? '']
    UNICODE.lastIndex = at
    const unicode = UNICODE.exec(text)
    const code = unicode ? parseInt(unicode[1] ?? '', 16) : undefined
    if (escape !== undefined) at++
    else if (unicode && code !== undefined && code <= 0x10ffff && !isSurrogate(code)) at += unicode[0].length - 1
    else throw new QueryError('unknown escape in a string', at)
    value += escape ?? String.fromCodePoint(code ?? 0)
  }
  throw new QueryError('unterminated string', start)
}
