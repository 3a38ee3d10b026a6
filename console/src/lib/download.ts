import { announce } from './announce.ts'

/** Downloads a text as a file. */
export function download(name: string, text: string, type = 'text/plain'): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  announce(`${name} downloaded`)
  // Not before the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Rows as comma-separated values; cells with a comma, a quote or a line break are quoted. */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => row.map((cell) => csvCell(String(cell ?? ''))).join(',')).join('\r\n') + '\r\n'

// Spreadsheets would run a cell that looks like a formula; numbers are safe.
const csvCell = (text: string): string => {
  const safe = /^[=+@\t\r]|^-\D/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
