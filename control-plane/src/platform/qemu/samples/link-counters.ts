import { readFile } from 'node:fs/promises'

/** Traffic of a link, seen from the host. */
export interface LinkCounters {
  bytesReceived: bigint
  packetsReceived: bigint
  errorsReceived: bigint
  droppedReceived: bigint
  bytesSent: bigint
  packetsSent: bigint
  errorsSent: bigint
  droppedSent: bigint
}

/** Counters of the links in a process's network namespace, by name. */
export async function linkCounters(pid: number | 'self'): Promise<Map<string, LinkCounters>> {
  const text = await readFile(`/proc/${pid}/net/dev`, 'latin1')
  return new Map(
    text
      .split('\n')
      .slice(2)
      .flatMap((line) => {
        const [name, numbers] = line.split(':')
        return numbers === undefined ? [] : [[name!.trim(), countersOf(numbers.trim().split(/\s+/).map(BigInt))]]
      }),
  )
}

/** Columns of /proc/net/dev: eight for received, eight for sent. */
function countersOf(columns: readonly bigint[]): LinkCounters {
  const at = (column: number) => columns[column] ?? 0n
  return {
    bytesReceived: at(0),
    packetsReceived: at(1),
    errorsReceived: at(2),
    droppedReceived: at(3),
    bytesSent: at(8),
    packetsSent: at(9),
    errorsSent: at(10),
    droppedSent: at(11),
  }
}
