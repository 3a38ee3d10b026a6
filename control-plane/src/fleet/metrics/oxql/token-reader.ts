import type { Token } from './lexer.ts'
import { numberOf, timeOf } from './literals.ts'
import { QueryError } from './query-error.ts'
import type { Literal } from './syntax.ts'

/** Maximum nesting of braces and parentheses, which protects the stack. */
export const MAX_DEPTH = 64

/** The maximum value of a Date. */
const LATEST = 8.64e15

/** Reads the tokens of a query in order. */
export class TokenReader {
  readonly #tokens: readonly Token[]
  readonly #now: Date
  #at = 0

  constructor(tokens: readonly Token[], now: Date) {
    this.#tokens = tokens
    this.#now = now
  }

  get next(): Token {
    return this.#tokens[this.#at]!
  }

  /** Consumes a symbol if it is the next token. */
  accept(symbol: string): boolean {
    const found = this.next.kind === 'symbol' && this.next.text === symbol
    if (found) this.#at++
    return found
  }

  expect(symbol: string): void {
    if (!this.accept(symbol)) throw this.unexpected(symbol)
  }

  expectEnd(): void {
    if (this.next.kind !== 'end') throw this.unexpected('| or the end')
  }

  expectWord(word: string): void {
    if (this.next.kind !== 'word' || this.next.text !== word) throw this.unexpected(word)
    this.#at++
  }

  word(what: string): string {
    if (this.next.kind !== 'word') throw this.unexpected(what)
    return this.#take().text
  }

  literal(): Literal {
    const { kind, text } = this.next
    if (kind === 'number') return numberOf(this.#take())
    if (kind === 'string') return { type: 'string', value: this.#take().text }
    if (kind === 'time') return this.#time()
    if (kind === 'word' && (text === 'true' || text === 'false')) {
      this.#at++
      return { type: 'boolean', value: text === 'true' }
    }
    throw this.unexpected('a value')
  }

  unexpected(what: string): QueryError {
    const { kind, text, offset } = this.next
    const found = kind === 'end' ? 'the end' : JSON.stringify(text)
    return new QueryError(`expected ${what}, not ${found}`, offset)
  }

  /** A time, optionally with an offset: `@now() - 5m`. */
  #time(): Literal {
    const token = this.#take()
    const at = timeOf(token, this.#now)
    const sign = this.accept('-') ? -1 : this.accept('+') ? 1 : 0
    // `-5m` without a space is one token.
    const isJoined = !sign && this.next.kind === 'number' && this.next.text.startsWith('-')
    if (!sign && !isJoined) return { type: 'timestamp', value: at }
    if (token.text !== '@now()') throw new QueryError('only @now() can have an offset', token.offset)
    const written = this.#take()
    const text = isJoined ? written.text.slice(1) : written.text
    const span = written.kind === 'number' ? numberOf({ ...written, text }) : undefined
    if (span?.type !== 'duration') throw new QueryError('expected a duration, such as 5m', written.offset)
    const value = at + (isJoined ? -1 : sign) * span.value
    if (Math.abs(value) > LATEST) throw new QueryError('the time is out of range', written.offset)
    return { type: 'timestamp', value }
  }

  #take(): Token {
    const token = this.next
    if (token.kind !== 'end') this.#at++
    return token
  }
}
