/** Node's Buffer, if there is one: it decodes five times as fast as atob, which matters for image uploads. */
const { Buffer: NodeBuffer } = globalThis as { Buffer?: { from(text: string, encoding: 'base64'): Uint8Array } }

function decode(text: string): Uint8Array {
  if (NodeBuffer) return NodeBuffer.from(text, 'base64')
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** Decodes padded base64; undefined if the text is invalid. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  try {
    const bytes = decode(text)
    // Node's decoder skips invalid characters; the length then differs.
    return bytes.length === (text.length / 4) * 3 - padding ? bytes : undefined
  } catch {
    return undefined
  }
}
