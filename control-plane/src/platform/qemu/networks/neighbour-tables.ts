import { readFile, writeFile } from 'node:fs/promises'

/** Entries from which the kernel cleans up at once, and at most: guests' permanent ones count on older kernels. */
const PLACES = { gc_thresh2: 16_384, gc_thresh3: 32_768 }

/**
 * Lets the kernel know more neighbors: the host and all namespaces share one table for each family, of 1024 by default,
 * and each port may have 16. A container may not set it, and has its host's.
 */
export async function enlargeNeighbourTables(): Promise<void> {
  for (const family of ['ipv4', 'ipv6'])
    for (const [name, places] of Object.entries(PLACES)) {
      const path = `/proc/sys/net/${family}/neigh/default/${name}`
      const present = Number(await readFile(path, 'utf8').catch(() => Infinity))
      if (present < places) await writeFile(path, `${places}`).catch(() => {})
    }
}
