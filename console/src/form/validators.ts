import { portsProblem } from '@skerry/contract/rules/firewall.ts'
import { ipProblem, networkProblem } from '@skerry/contract/rules/networks.ts'
import { gib } from '~/lib/format/numbers.ts'

/** A rule: the message where the value breaks it. Empty text is left to the `required` rule. */
export type Validator<T> = (value: T) => string | undefined

export const validateIp: Validator<string> = (text) => (text === '' ? undefined : ipProblem(text))

export const validateIpNet: Validator<string> = (text) => (text === '' ? undefined : networkProblem(text))

/** The texts of one that lists several, separated by commas or blanks; a range is one, whatever is around its dash. */
export const listed = (text: string): string[] => {
  const parts = withPlainDashes(text)
    .split(/[\s,;]+/)
    .filter(Boolean)
  return parts.length > 0 ? parts : [text]
}

/** `0-4`, whichever dash it was typed or pasted with. */
export const withPlainDashes = (text: string): string =>
  text.trim().replaceAll(/(?<=\d)\s*[\u2010-\u2015\u2212-]\s*(?=\d)/g, '-')

/** Applies a rule to each text of one that lists several, and names the first that breaks it. */
export const forEachListed =
  (validate: Validator<string>): Validator<string> =>
  (text) => {
    const parts = listed(text)
    const wrong = parts.find(validate)
    if (wrong === undefined) return undefined
    return parts.length > 1 ? `${wrong}: ${validate(wrong)}` : validate(wrong)
  }

/** A port or a range: `22`, `8000-8100`. */
export const validatePorts: Validator<string> = (text) => (text === '' ? undefined : portsProblem(text))

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
