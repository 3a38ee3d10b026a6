const MAX_LINES = 5
const MAX_CHARACTERS = 500

/**
 * Why a machine's process ended, as far as its output shows: QEMU's message, and the last lines of the guest.
 * @param problem why the server ended it
 */
export function failureReason(qemuMessages: string, serialOutput: Uint8Array, problem?: string): string {
  const parts = [
    ['QEMU', lastLines(qemuMessages)],
    ['last output', lastLines(new TextDecoder().decode(serialOutput))],
  ]
  const written = parts.filter(([, text]) => text).map(([name, text]) => `${name}: ${text}`)
  return [problem ?? 'The process of the machine ended', ...written].join('; ')
}

/** Removes control characters and a terminal's escape sequences. */
function lastLines(text: string): string {
  // oxlint-disable-next-line no-control-regex -- It is what is removed.
  const plain = text.replaceAll(/\x1b\[[0-9;?]*[a-zA-Z]/g, '').replaceAll(/[^\P{C}\n]/gu, '')
  const lines = plain.split('\n').filter((line) => line.trim())
  return lines.slice(-MAX_LINES).join(' | ').slice(-MAX_CHARACTERS)
}
