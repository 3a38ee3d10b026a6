/** Where there is one, as on Node: it decodes five times as fast as atob, and image uploads pass through here. */
const { Buffer: NodeBuffer } = globalThis as { Buffer?: { from(text: string, encoding: 'base64'): Uint8Array } }

function decode(text: string): Uint8Array {
  if (NodeBuffer) return NodeBuffer.from(text, 'base64')
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** Bytes of a padded base64 text; undefined when it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  try {
    const bytes = decode(text)
    // Node's decoder passes over what does not belong there, which shows in the length.
    return bytes.length === (text.length / 4) * 3 - padding ? bytes : undefined
  } catch {
    return undefined
  }
}
