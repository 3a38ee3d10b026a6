import type { InstanceSerialConsoleData } from '@skerry/contract/compute/instances.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { yieldToEventLoop } from '../../../clock/yield-to-event-loop.ts'
import type { Row } from '../../../kernel/database/tables.ts'
import type { DuplexClient, DuplexSession } from '../../../kernel/http/duplex.ts'
import { gone, invalidRequest } from '../../../kernel/http/errors.ts'
import { writtenAs } from '../../../kernel/http/etag.ts'
import { refuseUnless } from '../../../kernel/http/refuse.ts'
import type { SerialConsoles, SerialPosition, SerialStream } from '../../../platform/interface/instances.ts'
import { PlatformError } from '../../../platform/interface/platform-error.ts'
import { joinConsole } from '../console-session.ts'

type Instance = Pick<Row<'instances'>, 'id' | 'run_state'>
type Offset = number | bigint | undefined

/**
 * The serial output of an instance, from an offset on or the last so many bytes.
 * @throws 400 unless exactly one of the two is given and the instance has a console, 410 when its machine has vanished
 */
export async function serialHistory(
  serial: SerialConsoles,
  instance: Instance,
  query: { from_start?: Offset; most_recent?: Offset; max_bytes?: Offset },
): Promise<InstanceSerialConsoleData> {
  const { from_start, most_recent, max_bytes } = query
  if ((from_start === undefined) === (most_recent === undefined))
    throw invalidRequest('exactly one of from_start and most_recent must be given')
  refuseUnless(instanceCan.serialConsole, instance.run_state)
  const position: SerialPosition =
    from_start === undefined ? { mostRecent: Number(most_recent) } : { fromStart: Number(from_start) }
  const { bytes, endOffset } = await serial
    .history(instance.id, position, Math.min(MAX_BYTES, Number(max_bytes ?? MAX_BYTES)))
    .catch(asGone)
  return writtenAs(await historyText(bytes, endOffset))
}

/** Maximum bytes in an answer: as JSON numbers they take up to four times as much, and no answer exceeds 4 MiB. */
const MAX_BYTES = 2 ** 20 - 64
/** Bytes that are written at once, in about a millisecond. */
const PIECE = 16_384

/** The answer as JSON, written in pieces that yield to the event loop. */
async function historyText(bytes: Uint8Array, endOffset: number): Promise<string> {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) {
    pieces.push(bytes.subarray(at, at + PIECE).join())
    await yieldToEventLoop()
  }
  return `{"data":[${pieces.join()}],"last_byte_offset":${endOffset}}`
}

function asGone(error: unknown): never {
  if (error instanceof PlatformError && error.kind === 'gone') throw gone(error.message).because(error)
  throw error
}

/**
 * Connects a client to an instance's serial port: first `mostRecent` bytes of the history, or all of it, then new
 * output. Survives a reboot. Closed with 1000 when the machine stops, and with 1011 and the reason when it cannot be
 * connected or disappears.
 */
export function joinSerialConsole(
  serial: SerialConsoles,
  instance: Instance,
  mostRecent: number | undefined,
  client: DuplexClient,
): DuplexSession {
  return joinConsole(open(serial, instance, mostRecent), ({ bytes }) => bytes, client)
}

async function open(serial: SerialConsoles, instance: Instance, mostRecent: number | undefined): Promise<SerialStream> {
  refuseUnless(instanceCan.serialConsole, instance.run_state)
  return serial.open(instance.id, mostRecent === undefined ? { fromStart: 0 } : { mostRecent })
}
