import type { SwitchPortSettingsCreate } from '~/api/types.gen.ts'
import { fromWire, toWire } from '~/api/wire.ts'
import { bodyOf, draftOf, rowText, type SettingsDraft } from './draft.ts'

/** The request of the fields as JSON. */
export const jsonOf = (draft: SettingsDraft): string => JSON.stringify(toWire(bodyOf(draft)), null, 2)

/** The request of the open half of the form. */
export const requestBody = (draft: SettingsDraft): SwitchPortSettingsCreate =>
  draft.mode === 'json' ? (fromWire(JSON.parse(draft.json)) as SwitchPortSettingsCreate) : bodyOf(draft)

/** A value without nulls and empty parts, which mean the same as absent ones. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.map(withoutEmpty) : undefined
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const entries = Object.entries(value).flatMap(([key, field]) => {
    const kept = withoutEmpty(field)
    return kept === undefined ? [] : [[key, kept] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function firstDifference(a: unknown, b: unknown, path = ''): string | undefined {
  if (Object.is(a, b)) return undefined
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b)) return path
  const [left, right] = [a, b] as Record<string, unknown>[]
  for (const key of new Set([...Object.keys(left!), ...Object.keys(right!)])) {
    const place = Array.isArray(a) ? `${path}[${key}]` : path ? `${path}.${key}` : key
    const found = firstDifference(left![key], right![key], place)
    if (found !== undefined) return found
  }
  return undefined
}

const lists = Object.keys(rowText) as (keyof typeof rowText)[]

/** A list with two equal rows. */
const firstDuplicateList = (draft: SettingsDraft) =>
  lists.find((list) => {
    const textOf = rowText[list] as (row: unknown) => string
    const texts = (draft[list] as readonly unknown[]).map(textOf)
    return new Set(texts).size < texts.length
  })

/** The fields for a text without problems; a sentence where they cannot express all of it. */
export function draftOfJson(text: string): SettingsDraft | string {
  const asked: unknown = JSON.parse(text)
  const draft = draftOf(fromWire(asked) as SwitchPortSettingsCreate)
  const different = firstDifference(withoutEmpty(asked), withoutEmpty(toWire(bodyOf(draft))))
  if (different !== undefined) return `The form cannot show ${different}. Keep editing as JSON.`
  const list = firstDuplicateList(draft)
  return list ? `The form shows each of the ${list} once, but one is there twice. Keep editing as JSON.` : draft
}
