/**
 * The proxy that the environment names for an https URL: HTTPS_PROXY, unless NO_PROXY has the host, a domain that it
 * is in, or `*`. Undefined without one.
 */
export function proxyFor({ hostname, port }: URL, environment: NodeJS.ProcessEnv): string | undefined {
  const proxy = environment['https_proxy'] || environment['HTTPS_PROXY']
  if (!proxy) return undefined
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  const except = (environment['no_proxy'] || environment['NO_PROXY'] || '').toLowerCase().split(/[\s,]+/)
  const isExcepted = except.some((entry) => {
    const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
    if (onlyPort !== undefined && !host.includes(':') && onlyPort !== (port || '443')) return false
    const domain = (host.includes(':') ? entry : name).replace(/^\*?\./, '')
    return domain !== '' && (domain === '*' || host === domain || host.endsWith(`.${domain}`))
  })
  return isExcepted ? undefined : proxy
}
