import { tabStorage } from '~/lib/browser-storage.ts'
// Typed values survive the end of a session: `saveDirtyForms` runs when the page leaves for the sign-in page, and a
// form restores its values when it is mounted at the same address again.

const storageKey = 'skerry.saved-forms'

type Values = Record<string, unknown>

interface Saved {
  /** Id of the user who typed it. */
  owner: string
  forms: Record<string, Values>
}

const dirtyForms = new Map<string, () => Values | null>()
let owner: string | undefined

function read(): Saved['forms'] {
  const saved = tabStorage.readJson(storageKey) as Saved | undefined
  return saved && saved.owner === owner ? saved.forms : {}
}

/** Only values of a known user are kept, none of the sign-in pages. */
function write(forms: Saved['forms']): void {
  if (owner !== undefined) tabStorage.writeJson(storageKey, { owner, forms } satisfies Saved)
}

/** Sets who is signed in. Values of another user in this tab are dropped. */
export function setFormsOwner(userId: string): void {
  owner = userId
  write(read())
}

/** Values without files and without the fields named secret (`password`, `sshKeys.key`). */
export function withoutSecrets(values: unknown, secrets: readonly string[], path = ''): unknown {
  if (secrets.includes(path) || values instanceof Blob) return undefined
  if (Array.isArray(values))
    return values.map((each) => withoutSecrets(each, secrets, path)).filter((each) => each !== undefined)
  if (typeof values !== 'object' || values === null) return values
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const kept = withoutSecrets(value, secrets, path ? `${path}.${key}` : key)
      return kept === undefined ? [] : [[key, kept]]
    }),
  )
}

/** @param read the form's values, null while there is nothing to keep. @returns the function that forgets the form. */
export function watchForm(key: string, read: () => Values | null): () => void {
  dirtyForms.set(key, read)
  return () => void dirtyForms.delete(key)
}

/** Keeps every dirty form on the page for this tab. */
export function saveDirtyForms(): void {
  const found = [...dirtyForms].flatMap(([key, values]) => {
    const kept = values()
    return kept ? [[key, kept] as const] : []
  })
  if (found.length > 0) write({ ...read(), ...Object.fromEntries(found) })
}

/** The values kept under this key, once. */
export function takeSavedForm(key: string): Values | undefined {
  const { [key]: found, ...rest } = read()
  if (found) write(rest)
  return found
}

/** Forgets them all: signing out means it. */
export const clearSavedForms = (): void => void tabStorage.write(storageKey, null)
