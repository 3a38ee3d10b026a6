import { readFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'

/** With systemd-resolved the first file names only itself, and the second the servers that it asks. */
const RESOLVER_FILES = ['/etc/resolv.conf', '/run/systemd/resolve/resolv.conf']
/** Maximum number of servers, as in resolv.conf. */
const MOST = 3

/**
 * The DNS servers of a setting, or else those of this host that guests' DNS servers can use too: IPv4, and not on its
 * loopback.
 */
export const resolversOf = async (setting: readonly string[] | undefined): Promise<readonly string[]> =>
  setting ?? (await hostResolvers(RESOLVER_FILES))

export const resolversText = (resolvers: readonly string[]): string =>
  resolvers.length > 0
    ? `guests' names are looked up at ${resolvers.join(', ')}`
    : 'guests resolve no names outside of their VPCs (SKERRY_RESOLVERS)'

/** @param files in the format of resolv.conf; the first one that has a usable server counts */
export async function hostResolvers(files: readonly string[]): Promise<string[]> {
  for (const file of files) {
    const found = resolversIn(await readFile(file, 'utf8').catch(() => ''))
    if (found.length > 0) return found
  }
  return []
}

const resolversIn = (text: string): string[] =>
  [...text.matchAll(/^nameserver[ \t]+(\S+)/gm)]
    .map(([, address]) => address!)
    .filter((address) => isIPv4(address) && !/^(0|127)\./.test(address))
    .slice(0, MOST)
