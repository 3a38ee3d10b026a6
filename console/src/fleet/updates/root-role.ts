import { parseJson } from '@skerry/contract/rules/json.ts'
import type { Validator } from '~/form/validators.ts'

interface RootRole {
  signed?: { _type?: unknown; version?: unknown; expires?: unknown; keys?: object }
  signatures?: unknown
}

const read = (value: unknown): RootRole => (typeof value === 'object' && value !== null ? value : {})

/** A signed root role as text. Whether it verifies is decided by the control plane alone. */
export const validateRootRole: Validator<string> = (text) => {
  let role: RootRole
  try {
    role = read(parseJson(text))
  } catch {
    return 'Must be JSON'
  }
  if (!role.signed || !Array.isArray(role.signatures)) return 'Must be signed: it has "signed" and "signatures"'
  return role.signed._type === 'root' ? undefined : 'Must be a root role: its "_type" is "root"'
}

/** What people want to know of a root role first. */
export function factsOfRootRole(value: unknown): { version: string; expires: Date | undefined; keys: number } {
  const { signed = {} } = read(value)
  const expires = new Date(String(signed.expires))
  return {
    version: String(signed.version ?? ''),
    expires: Number.isNaN(expires.getTime()) ? undefined : expires,
    keys: Object.keys(signed.keys ?? {}).length,
  }
}
