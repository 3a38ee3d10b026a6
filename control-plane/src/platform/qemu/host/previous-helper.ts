import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { isAlive, startTimeOf } from '../machines/process-id.ts'

const FILE = 'helper.json'
const POLL_MS = 10

const stored = z.object({ pid: z.int().min(2), startTime: z.int() })

/** Ends the helper that an earlier server has left, should it still work, and notes this one. Two would contradict. */
export async function endPrevious(folder: string): Promise<void> {
  const path = join(folder, FILE)
  const text = await readFile(path, 'utf8').catch(() => '')
  const previous = text ? stored.parse(JSON.parse(text)) : undefined
  if (previous && isAlive(previous)) {
    process.kill(previous.pid, 'SIGKILL')
    while (isAlive(previous)) await delay(POLL_MS)
  }
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await writeFile(`${path}.new`, JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid) }), {
    mode: 0o600,
  })
  await rename(`${path}.new`, path)
}
