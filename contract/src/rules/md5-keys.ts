/** Why a text cannot be the MD5 key of a BGP peer; undefined where it can. */
export const md5KeyProblem = (key: string): string | undefined =>
  /^[\x20-\x7e]{1,80}$/.test(key) ? undefined : 'must be 1 to 80 printable ASCII characters'
