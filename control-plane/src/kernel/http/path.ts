/** A path without its empty segments: `/v1//projects/` is `/v1/projects`. */
export const withoutEmptySegments = (path: string): string =>
  /\/\/|.\/$/.test(path) ? path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1') : path

/** Whether a redirect to it stays on this site. Browsers remove tabs and line breaks, and treat `\` as `/`. */
export function isPath(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are refused
  if (!/^\/(?![/\\])/.test(text) || /[\u0000-\u001f\u007f]/.test(text)) return false
  const url = URL.parse(text, 'http://here.invalid')
  // `/.//other.example` resolves to `//other.example`, which leaves the site.
  return url?.origin === 'http://here.invalid' && !url.pathname.startsWith('//')
}
