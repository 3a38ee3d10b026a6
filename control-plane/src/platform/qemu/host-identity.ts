import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const stored = z.object({
  version: z.literal(1),
  sledId: z.uuid(),
  rackId: z.uuid(),
  part: z.string(),
  serial: z.string(),
})

/** What this host is called, for as long as its data folder exists. */
export type HostIdentity = Omit<z.output<typeof stored>, 'version'>

const FILE = 'host.json'
const MAX_CHARACTERS = 60

/** Read from the data folder, where the first start writes it. */
export function hostIdentity(folder: string): HostIdentity {
  const path = join(folder, FILE)
  const text = readText(path)
  if (text !== undefined) {
    const { version: _, ...identity } = stored.parse(JSON.parse(text))
    return identity
  }
  const sledId = crypto.randomUUID()
  const dmi = (name: string) => plain(readText(`/sys/class/dmi/id/${name}`))
  const identity = {
    sledId,
    rackId: crypto.randomUUID(),
    part: dmi('product_name') || 'host',
    serial: dmi('product_serial') || sledId.slice(0, 8).toUpperCase(),
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // `wx` follows no link: as root the folder may be another user's.
  rmSync(`${path}.new`, { force: true })
  writeFileSync(`${path}.new`, JSON.stringify({ version: 1, ...identity }), { mode: 0o600, flush: true, flag: 'wx' })
  renameSync(`${path}.new`, path)
  return identity
}

/** A manufacturer may write anything. */
const plain = (text = ''): string =>
  text
    .replaceAll(/[^\w .-]/g, '')
    .trim()
    .slice(0, MAX_CHARACTERS)

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES') return undefined
    throw error
  }
}
