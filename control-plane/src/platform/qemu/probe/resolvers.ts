import { readFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'

/** systemd-resolved names itself in the first one, and whom it asks in the second. */
const FILES = ['/etc/resolv.conf', '/run/systemd/resolve/resolv.conf']
/** As many as a system asks. */
const MOST = 3

/**
 * The DNS servers of a setting, or else those that this host asks and that others can ask too: IPv4, and not on its
 * loopback.
 */
export const resolversOf = async (setting: readonly string[] | undefined): Promise<readonly string[]> =>
  setting ?? (await hostResolvers(FILES))

export const resolversText = (resolvers: readonly string[]): string =>
  resolvers.length > 0
    ? `guests' names are looked up at ${resolvers.join(', ')}`
    : 'guests resolve no names outside of their VPCs (SKERRY_RESOLVERS)'

/** @param files in the format of resolv.conf; the first one with a server that others can ask is taken */
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
