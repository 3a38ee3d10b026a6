const MAX_HOSTNAME = 253
const MAX_LABEL = 63
const LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i
/** What resolvers take for a number of an IPv4 address, as the last label. */
const NUMBER = /^(\d+|0x[0-9a-f]*)$/i

/**
 * Why a text cannot name a machine, for both Linux and DNS. Programs read a name that ends in a number as an address, and
 * `localhost` means each machine itself (RFC 6761).
 */
export function hostnameProblem(text: string): string | undefined {
  if (text.length > MAX_HOSTNAME) return `must be at most ${MAX_HOSTNAME} characters`
  const labels = text.split('.')
  if (!labels.every((label) => LABEL.test(label)))
    return 'must be labels of letters, digits and hyphens, joined by dots'
  if (labels.some((label) => label.length > MAX_LABEL))
    return `must have at most ${MAX_LABEL} characters between two dots`
  const last = labels.at(-1)!
  if (NUMBER.test(last)) return 'must not end in a number, which would make it an IP address'
  if (last.toLowerCase() === 'localhost') return 'must not be localhost, which each machine calls itself'
  return undefined
}
