import { announce } from './announcer.tsx'

/** Hands a text to the browser as a file. */
export function download(name: string, text: string, type = 'text/plain'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  announce(`${name} downloaded`)
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Rows as comma-separated values; what holds a comma, a quote or a line break is quoted. */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => row.map((cell) => csvCell(String(cell ?? ''))).join(',')).join('\r\n') + '\r\n'

// A cell that begins like a formula would be run as one by a spreadsheet; a number never is.
const csvCell = (text: string): string => {
  const safe = /^[=+@\t\r]|^-\D/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
