/** A path without its empty segments: `/v1//projects/` is `/v1/projects`. */
export const withoutEmptySegments = (path: string): string =>
  /\/\/|.\/$/.test(path) ? path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1') : path
