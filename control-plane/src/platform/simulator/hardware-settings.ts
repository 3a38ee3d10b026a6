import { PlatformError } from '../interface/platform-error.ts'
import type { HardwareCounts } from './inventory.ts'

const GIB = 2 ** 30
const SETTING = 'SKERRY_SIMULATED_HARDWARE'

/** Settings of the simulated hardware, each with its least and largest value. */
const countSettings: Record<string, { count: keyof HardwareCounts; least: number; most: number; unit?: number }> = {
  sleds: { count: 'sleds', least: 1, most: 10_000 },
  expunged: { count: 'expungedSleds', least: 0, most: 10_000 },
  uninitialized: { count: 'uninitializedSleds', least: 0, most: 10_000 },
  threads: { count: 'threadsPerSled', least: 1, most: 4096 },
  'memory-gib': { count: 'memoryBytesPerSled', least: 1, most: 65_536, unit: GIB },
  'storage-gib': { count: 'storageBytesPerSled', least: 0, most: 999_999, unit: GIB },
  u2: { count: 'u2PerSled', least: 0, most: 64 },
  m2: { count: 'm2PerSled', least: 0, most: 64 },
  switches: { count: 'switches', least: 0, most: 2 },
  ports: { count: 'portsPerSwitch', least: 0, most: 1024 },
}

const example = `a list such as sleds=40,threads=64 of ${Object.keys(countSettings).join(', ')}`

const invalid = (why: string) => new PlatformError('permanent', `${SETTING}${why}`)

/** Reads `sleds=40,threads=64`. @throws PlatformError for anything else */
export function hardwareCounts(text = ''): Partial<HardwareCounts> {
  const counts: Partial<HardwareCounts> = {}
  for (const entry of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const [, name = '', digits = ''] = /^([a-z0-9-]+)=(\d{1,6})$/.exec(entry) ?? []
    const known = countSettings[name]
    if (!known) throw invalid(` must be ${example}, not "${text}"`)
    const { count, least, most, unit = 1 } = known
    const many = Number(digits)
    if (many < least || many > most) throw invalid(`: ${name} must be a number from ${least} to ${most}`)
    counts[count] = many * unit
  }
  return counts
}
