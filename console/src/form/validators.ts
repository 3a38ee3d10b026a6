import ipaddr from 'ipaddr.js'

/** A rule: the message where the value breaks it. Empty text is the `required` rule's business, not these rules'. */
export type Validator<T> = (value: T) => string | undefined

const isIpv4 = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text)
const isIpv6 = (text: string) => !text.includes('%') && ipaddr.IPv6.isValid(text)

export const ipVersion = (text: string): 4 | 6 | undefined => (isIpv4(text) ? 4 : isIpv6(text) ? 6 : undefined)

export const validateIp: Validator<string> = (text) =>
  text === '' || ipVersion(text) ? undefined : 'Not a valid IP address'

export const validateIpNet: Validator<string> = (text) => {
  if (text === '') return undefined
  const [address = '', width, ...rest] = text.split('/')
  if (!address || !width || rest.length > 0) return 'Must contain an IP address and a width, separated by a /'
  const version = ipVersion(address)
  if (!version) return 'Not a valid IP address'
  if (!/^\d+$/.test(width)) return 'Width must be an integer'
  if (version === 4 && Number(width) > 32) return 'Max width for IPv4 is 32'
  if (version === 6 && Number(width) > 128) return 'Max width for IPv6 is 128'
  return undefined
}

/** A port or a range: `22`, `8000-8100`. */
export const validatePorts: Validator<string> = (text) => {
  if (text === '') return undefined
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text)
  if (!match) return 'Must be a port or a range of ports, such as 80 or 8000-8100'
  const start = Number(match[1])
  const end = match[2] === undefined ? start : Number(match[2])
  if (start > 65535 || end > 65535) return 'Port must be at most 65535'
  if (end < start) return 'The end of a range must not be lower than its start'
  return undefined
}

/** Rule for a whole number from `min` to `max`; NaN stands for text that is none. */
export const validateNumber =
  (label: string, min = 0, max = Number.MAX_SAFE_INTEGER): Validator<number | null> =>
  (value) => {
    if (value === null) return undefined
    if (!Number.isInteger(value)) return `${label} must be a whole number`
    if (value < min) return `${label} must be at least ${min.toLocaleString()}`
    if (value > max) return `${label} must be at most ${max.toLocaleString()}`
    return undefined
  }

export const maxDiskGib = 1023
const gib = 1024 ** 3

/** Whole GiB that hold so many bytes. */
export const gibFor = (bytes: number): number => Math.ceil(bytes / gib)

/** The size a disk form opens with: the source's, up to the next ten GiB, at most 1023. */
export const defaultDiskGib = (sourceBytes = 0): number =>
  Math.min(maxDiskGib, Math.max(10, Math.ceil(gibFor(sourceBytes) / 10) * 10))

/** @param sourceBytes size of the image or snapshot the disk is made from. */
export const validateDiskSize =
  (label: string, sourceBytes = 0): Validator<number | null> =>
  (value) => {
    const least = gibFor(sourceBytes)
    if (value !== null && value >= 1 && value < least) return `Must be at least ${least} GiB, the size of its source`
    return validateNumber(label, 1, maxDiskGib)(value)
  }

export const validateLength =
  (label: string, max: number): Validator<string> =>
  (text) =>
    text.length > max ? `${label} must be at most ${max} characters` : undefined

export const validateUnique: Validator<readonly string[]> = (keys) =>
  new Set(keys).size === keys.length ? undefined : 'Items must be unique'
