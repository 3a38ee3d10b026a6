import type { ImageFetch } from '../../contract/src/compute/image-fetches.ts'

const MIB = 2 ** 20
const words = {
  downloading: 'Downloading',
  verifying: 'Verifying the checksum of',
  storing: 'Storing',
  failed: 'Failed',
}

/** One line: `Downloading debian-13: 120 of 402 MiB (29 %)`. */
function progressLine({ name, state, bytes_received, bytes_total }: ImageFetch): string {
  const line = `${words[state]} ${name}`
  if (state !== 'downloading') return line
  const [received, total] = [Number(bytes_received), Number(bytes_total ?? 0)]
  const mib = (bytes: number) => Math.ceil(bytes / MIB)
  return total > 0
    ? `${line}: ${mib(received)} of ${mib(total)} MiB (${Math.floor((received / total) * 100)} %)`
    : `${line}: ${mib(received)} MiB`
}

export interface ProgressOutput extends Disposable {
  report(fetch: ImageFetch): void
  end(): void
}

/** Shows progress in one line of a terminal, and elsewhere as a line for each state. */
export function showProgress(output: { isTTY?: boolean; write(text: string): unknown }): ProgressOutput {
  let shown: string | undefined
  const end = () => {
    if (output.isTTY && shown !== undefined) output.write('\n')
    shown = undefined
  }
  return {
    report(fetch) {
      const next = output.isTTY ? progressLine(fetch) : `${words[fetch.state]} ${fetch.name}`
      if (next === shown) return
      output.write(output.isTTY ? `\r\x1b[K${next}` : `${next}\n`)
      shown = next
    },
    end,
    [Symbol.dispose]: end,
  }
}
