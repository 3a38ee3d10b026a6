import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../base/temporary-folder.ts'
import { hostArchitecture, type Accelerator } from '../machines/order/architecture.ts'
import { type AcceleratorFound, bootsWith, findAccelerator } from './boot-probe.ts'
import { writeBootDisk } from './boot-sector.ts'

const PROMPT = 'It runs'
/** A boot takes a fifth of a second. A longer limit would delay the server's start on hosts where guests hang. */
const BOOT_MS = 3000
/** Limit for a guest without KVM on a busy host: there is no other way to run machines then. */
const LAST_BOOT_MS = 30_000

const foundAccelerators = new Map<string, Promise<AcceleratorFound>>()

/**
 * The accelerator that works on this host, found by booting a boot sector; once per process.
 * @param wanted the operator's choice, which is not tested
 */
export function acceleratorOf(binary: string, wanted?: Accelerator): Promise<AcceleratorFound> {
  if (wanted) {
    const reason = wanted === 'kvm' ? undefined : 'SKERRY_ACCELERATOR is tcg'
    return Promise.resolve({ accelerator: wanted, reason, bootMs: undefined })
  }
  const known = foundAccelerators.get(binary)
  if (known) return known
  const result = probe(binary)
  foundAccelerators.set(binary, result)
  return result
}

const probe = (binary: string): Promise<AcceleratorFound> =>
  withBootDisk((image) =>
    findAccelerator({ binary, architecture: hostArchitecture, image, prompt: PROMPT, limitMs: BOOT_MS }),
  )

/** Why a guest does not run with that accelerator; undefined if one has just run. */
export const bootProblem = (binary: string, accelerator: Accelerator): Promise<string | undefined> =>
  withBootDisk(async (image) => {
    const booted = await bootsWith(
      accelerator,
      { binary, architecture: hostArchitecture, image, prompt: PROMPT },
      LAST_BOOT_MS,
    )
    return 'reason' in booted ? `a guest did not boot with ${accelerator}: ${booted.reason}` : undefined
  })

async function withBootDisk<T>(work: (image: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder()
  try {
    const image = join(folder, 'disk')
    await writeBootDisk(image, PROMPT, hostArchitecture)
    return await work(image)
  } finally {
    await rm(folder, { recursive: true })
  }
}
