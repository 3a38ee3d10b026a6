import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AcceleratorFound, findAccelerator } from './boot-probe.ts'
import type { Accelerator } from '../machines/command-line.ts'
import { writeBootDisk } from './boot-sector.ts'

const PROMPT = 'It runs'
/** It takes a fifth of a second. More would delay the server's start where guests hang. */
const LIMIT_MS = 3000

const found = new Map<string, Promise<AcceleratorFound>>()

/**
 * The accelerator that works on this host, by starting a boot sector with it: once in a process.
 * @param wanted taken as it is, instead
 */
export function acceleratorOf(binary: string, wanted?: Accelerator): Promise<AcceleratorFound> {
  if (wanted) {
    const reason = wanted === 'kvm' ? undefined : 'SKERRY_ACCELERATOR is tcg'
    return Promise.resolve({ accelerator: wanted, reason, bootMs: undefined })
  }
  const known = found.get(binary)
  if (known) return known
  const result = probe(binary)
  found.set(binary, result)
  return result
}

async function probe(binary: string): Promise<AcceleratorFound> {
  const folder = await mkdtemp(join(tmpdir(), 'skerry-probe-'))
  try {
    const image = join(folder, 'disk')
    await writeBootDisk(image, PROMPT)
    return await findAccelerator({ binary, image, prompt: PROMPT, limitMs: LIMIT_MS })
  } finally {
    await rm(folder, { recursive: true })
  }
}
