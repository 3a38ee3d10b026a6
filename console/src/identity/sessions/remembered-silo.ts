const YEAR_S = 365 * 86_400

/** The silo that this browser last signed in to. */
export const rememberedSilo = (): string => /(?:^|;\s*)skerry-silo=([a-z0-9-]+)/.exec(document.cookie)?.[1] ?? ''

/** Keeps it in a cookie, for `/login` is where the server leads on from. */
export function rememberSilo(name: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `skerry-silo=${name}; Path=/login; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}
