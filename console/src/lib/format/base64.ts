type Encoder = Uint8Array & { toBase64?: () => string }

// A slice at a time: functions take only so many arguments.
const most = 0x8000

function bySlices(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += most) text += String.fromCharCode(...bytes.subarray(at, at + most))
  return btoa(text)
}

/** Base64 by the engine's own encoder, available since 2025; by way of a text in older browsers. */
export const toBase64 = (bytes: Uint8Array): string => (bytes as Encoder).toBase64?.() ?? bySlices(bytes)
