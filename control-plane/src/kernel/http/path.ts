/** A path without its empty segments: `/v1//projects/` is `/v1/projects`. */
export const withoutEmptySegments = (path: string): string =>
  /\/\/|.\/$/.test(path) ? path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1') : path

/** Whether a redirect to it stays on this site. Browsers drop tabs and line breaks, and take `\` for `/`. */
export function isPath(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  if (!/^\/(?![/\\])/.test(text) || /[\u0000-\u001f\u007f]/.test(text)) return false
  const url = URL.parse(text, 'http://here.invalid')
  // `/.//other.example` stays here, but what its dot resolves to would not.
  return url?.origin === 'http://here.invalid' && !url.pathname.startsWith('//')
}
