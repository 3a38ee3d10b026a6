import { readFile, writeFile } from 'node:fs/promises'

/**
 * Table sizes: above the first the kernel cleans up, at the last it refuses. Older kernels count permanent entries too.
 */
const PLACES = { gc_thresh2: 16_384, gc_thresh3: 32_768 }

/**
 * Enlarges the kernel's neighbour tables: host and namespaces share one per family, with 1024 entries by default, and
 * each port may have 16. A container cannot change them, and has its host's.
 */
export async function enlargeNeighbourTables(): Promise<void> {
  for (const family of ['ipv4', 'ipv6'])
    for (const [name, places] of Object.entries(PLACES)) {
      const path = `/proc/sys/net/${family}/neigh/default/${name}`
      const present = Number(await readFile(path, 'utf8').catch(() => Infinity))
      if (present < places) await writeFile(path, `${places}`).catch(() => {})
    }
}
