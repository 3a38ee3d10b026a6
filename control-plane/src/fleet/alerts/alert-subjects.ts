import type { AlertSubject } from '@skerry/contract/fleet/alerts.ts'

const ID = '_id'

/**
 * The things that an alert is about, by the ids in its data: `instance_id` and `instance_name` are an instance.
 * The kind in the class's name comes first.
 */
export function subjectsOf(alertClass: string, data: Readonly<Record<string, unknown>>): AlertSubject[] {
  const [own] = alertClass.split('.')
  return Object.entries(data)
    .flatMap(([key, id]) => {
      if (!key.endsWith(ID) || typeof id !== 'string' || !id) return []
      const kind = key.slice(0, -ID.length)
      const name = data[`${kind}_name`]
      return [{ kind, id, name: typeof name === 'string' ? name : null }]
    })
    .toSorted((a, b) => Number(b.kind === own) - Number(a.kind === own))
}
