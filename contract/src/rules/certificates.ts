/** The host name of a silo. */
export const siloHost = (silo: string, domain: string): string => `${silo}.sys.${domain}`

/** Whether a name in a certificate matches a host: exactly, or by a wildcard in place of its first label. */
export function nameCovers(name: string, host: string): boolean {
  const [named, wanted] = [name.toLowerCase(), host.toLowerCase()]
  if (!named.startsWith('*.')) return named === wanted
  return wanted.includes('.') && wanted.slice(wanted.indexOf('.')) === named.slice(1)
}

/** Whether any of a certificate's names matches a silo. Where the domain is unknown, any domain matches. */
export const coversSilo = (names: readonly string[], silo: string, domain?: string): boolean =>
  names.some((name) => {
    const own = domain ?? /^[^.]+\.sys\.(.+)$/i.exec(name)?.[1]
    return own !== undefined && nameCovers(name, siloHost(silo, own))
  })

/** The parts of a certificate chain that decide whether a silo can use it. */
export interface CertificateFacts {
  /** Its DNS names; its common name where it has none. */
  names: readonly string[]
  /** The expiry of the certificate itself, not of others in its chain. */
  expires: Date
  /** Whether its extended key usage excludes server authentication. */
  notForServers: boolean
}

/** Why a certificate cannot be served for a silo, worded for a person; undefined when it can. */
export function certificateProblem(
  { names, expires, notForServers }: CertificateFacts,
  silo: string,
  options: { now: Date; domain?: string | undefined },
): string | undefined {
  if (expires <= options.now) return `it has expired on ${expires.toISOString().slice(0, 10)}`
  if (!coversSilo(names, silo, options.domain))
    return `it does not cover ${siloHost(silo, options.domain ?? '<domain>')}, but ${names.join(', ') || 'no name'}`
  return notForServers ? 'its extended key usage does not allow TLS servers' : undefined
}
