import { stat } from 'node:fs/promises'
import { takenBytes } from '../../../file-system/space.ts'
import { runProgram } from './run-program.ts'

/** The end of a log that always stays. */
export const RETAINED_BYTES = 2 * 2 ** 20
const FREED_AT_LEAST = 4 * 2 ** 20
const BLOCK_BYTES = 4096

/** Frees the beginning of a file as a hole, while another process appends. Offsets stay the same. */
export async function freeBeginning(path: string): Promise<void> {
  if ((await takenBytes(path)) < RETAINED_BYTES + FREED_AT_LEAST) return
  const length = Math.floor(((await stat(path)).size - RETAINED_BYTES) / BLOCK_BYTES) * BLOCK_BYTES
  await runProgram('fallocate', ['--punch-hole', '--offset', '0', '--length', `${length}`, path])
}
