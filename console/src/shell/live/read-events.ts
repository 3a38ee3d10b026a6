interface ServerSentEvent {
  id: string | undefined
  name: string | undefined
  data: unknown
}

/** Events of an answer of type `text/event-stream`. @param onBytes also called for comments, which keep it alive */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let text = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onBytes()
      const blocks = (text + part.value).split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
        const data = field('data')
        const event = { id: field('id'), name: field('event'), data: data && JSON.parse(data) }
        if (event.id !== undefined || event.name !== undefined) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
