import { z } from 'zod'
import { yieldToEventLoop } from '../../clock/yield-to-event-loop.ts'
import { Yielder } from '../limits/yielder.ts'

/** Text whose values are checked in one step of work, which takes about half a microsecond. */
const CHARACTERS_PER_UNIT = 8

/**
 * Checks a long value against its schema like `safeParse`, the elements of an object's lists in many turns of the event
 * loop. Elements are checked before the fields beside them: with several faults, another one may come first.
 * @param characters of the JSON text that the value is from
 */
export async function checkInSlices(
  schema: z.ZodType,
  value: unknown,
  characters: number,
): Promise<z.ZodSafeParseResult<unknown>> {
  // The text was parsed in this turn.
  await yieldToEventLoop()
  if (!(schema instanceof z.ZodObject) || !isObject(value)) return schema.safeParse(value)
  const { elements, anyElements } = sliced(schema)
  const checked: Record<string, unknown> = { ...value }
  const yielder = new Yielder()
  for (const [name, element] of elements) {
    const list = value[name]
    if (!Array.isArray(list)) continue
    const valid: unknown[] = []
    for (const [index, item] of list.entries()) {
      const result = element.safeParse(item)
      if (!result.success) return { success: false, error: placed(result.error, [name, index]) }
      valid.push(result.data)
      await yielder.spent(characters / list.length / CHARACTERS_PER_UNIT)
    }
    checked[name] = valid
  }
  return anyElements.safeParse(checked)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const placed = (error: z.ZodError, place: PropertyKey[]) =>
  new z.ZodError(error.issues.map((issue) => ({ ...issue, path: [...place, ...issue.path] })))

interface Sliced {
  /** The schema of the elements of each list, by field. */
  elements: Map<string, z.ZodType>
  /** The schema, with anything in those lists. */
  anyElements: z.ZodObject
}
const slicedSchemas = new WeakMap<z.ZodObject, Sliced>()

function sliced(schema: z.ZodObject): Sliced {
  const known = slicedSchemas.get(schema)
  if (known) return known
  const elements = new Map<string, z.ZodType>()
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>))
    shape[name] = withAnyElements(field, (element) => elements.set(name, element))
  const made = { elements, anyElements: schema.clone({ ...schema.def, shape }) }
  slicedSchemas.set(schema, made)
  return made
}

/** The schema of a list with anything in it, inside the same wrappers; another schema as it is. */
function withAnyElements(schema: z.ZodType, found: (element: z.ZodType) => void): z.ZodType {
  if (schema instanceof z.ZodArray) {
    found(schema.element as z.ZodType)
    return schema.clone({ ...schema.def, element: z.unknown() })
  }
  const inside = (inner: unknown) => withAnyElements(inner as z.ZodType, found)
  if (schema instanceof z.ZodOptional) return schema.clone({ ...schema.def, innerType: inside(schema.def.innerType) })
  if (schema instanceof z.ZodNullable) return schema.clone({ ...schema.def, innerType: inside(schema.def.innerType) })
  if (schema instanceof z.ZodDefault) return schema.clone({ ...schema.def, innerType: inside(schema.def.innerType) })
  return schema
}
