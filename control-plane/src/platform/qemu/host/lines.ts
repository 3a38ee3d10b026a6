import type { Readable } from 'node:stream'

const LINE_FEED = 10

/**
 * The lines of a stream. An incomplete last line is dropped.
 * @throws for a line with more bytes
 */
export async function* linesOf(stream: Readable, maxBytes: number): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      parts.push(chunk.subarray(from, end))
      if (bytes + end - from > maxBytes) throw new Error(`A message has more than ${maxBytes} bytes`)
      yield Buffer.concat(parts).toString()
      ;[parts, bytes, from] = [[], 0, end + 1]
    }
    parts.push(chunk.subarray(from))
    bytes += chunk.length - from
    if (bytes > maxBytes) throw new Error(`A message has more than ${maxBytes} bytes`)
  }
}
