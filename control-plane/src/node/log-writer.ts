import { writeSync } from 'node:fs'

/** Lines wait this long at most, so that a busy server writes many at once. */
const WAIT_MS = 20
const MAX_WAITING = 256 * 1024

/** Writes lines to standard output, many at a time. What still waits when the process ends is written then. */
export function lineWriter(output: NodeJS.WriteStream = process.stdout): (line: string) => void {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    output.write(waiting)
    waiting = ''
  }
  process.once('exit', () => {
    if (waiting) writeSync(1, waiting)
  })
  return (line) => {
    waiting += `${line}\n`
    if (waiting.length > MAX_WAITING) flush()
    else timer ??= setTimeout(flush, WAIT_MS).unref()
  }
}
