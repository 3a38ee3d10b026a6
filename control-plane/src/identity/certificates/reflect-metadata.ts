/**
 * What the injector of `@peculiar/x509` wants to find on `Reflect` when it is loaded: values kept beside an object.
 * Imported before that library wherever it is used.
 */
const kept = new WeakMap<object, Map<unknown, unknown>>()

const ownMetadata = (key: unknown, target: object): unknown => kept.get(target)?.get(key)

function metadata(key: unknown, target: object): unknown {
  for (let at: object | null = target; at; at = Object.getPrototypeOf(at) as object | null)
    if (kept.get(at)?.has(key)) return ownMetadata(key, at)
  return undefined
}

function defineMetadata(key: unknown, value: unknown, target: object): void {
  const own = kept.get(target) ?? new Map<unknown, unknown>()
  kept.set(target, own.set(key, value))
}

Object.assign(Reflect, { getMetadata: metadata, getOwnMetadata: ownMetadata, defineMetadata })
