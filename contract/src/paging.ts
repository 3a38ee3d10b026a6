import { z } from 'zod'
import { uint32 } from './values.ts'

/** Sort modes; the first of each is the default. */
export const NameOrIdSortMode = z
  .enum(['name_ascending', 'name_descending', 'id_ascending'])
  .meta({ id: 'NameOrIdSortMode' })
export type NameOrIdSortMode = z.infer<typeof NameOrIdSortMode>

export const NameSortMode = z.enum(['name_ascending']).meta({ id: 'NameSortMode' })
export type NameSortMode = z.infer<typeof NameSortMode>

export const IdSortMode = z.enum(['id_ascending']).meta({ id: 'IdSortMode' })
export type IdSortMode = z.infer<typeof IdSortMode>

export const TimeAndIdSortMode = z.enum(['ascending', 'descending']).meta({ id: 'TimeAndIdSortMode' })
export type TimeAndIdSortMode = z.infer<typeof TimeAndIdSortMode>

export const PaginationOrder = z.enum(['ascending', 'descending']).meta({ id: 'PaginationOrder' })
export type PaginationOrder = z.infer<typeof PaginationOrder>

const pageQuery = {
  limit: uint32.min(1, 'must be at least 1').optional(),
  page_token: z.string().optional(),
}

type NoFields = Record<never, never>

/** The query of a list that can be sorted, with its selectors. */
export const page = <M extends z.ZodEnum, S extends z.core.$ZodShape = NoFields>(sortMode: M, selectors?: S) =>
  z.object({ ...pageQuery, sort_by: sortMode.optional(), ...(selectors as S) })

/** The query of a list with one fixed order, with its selectors. */
export const unsortedPage = <S extends z.core.$ZodShape = NoFields>(selectors?: S) =>
  z.object({ ...pageQuery, ...(selectors as S) })

const makePage = <T extends z.ZodType>(item: T) =>
  z
    .object({ items: z.array(item), next_page: z.string().nullish() })
    .meta({ id: `${item.meta()?.id as string}ResultsPage` })

// One schema per type keeps its name in the OpenAPI document unique.
const pages = new Map<z.ZodType, z.ZodType>()

/** A page of a list; `next_page` is null on the last one. */
export function resultsPage<T extends z.ZodType>(item: T): ReturnType<typeof makePage<T>> {
  const schema = pages.get(item) ?? makePage(item)
  pages.set(item, schema)
  return schema as ReturnType<typeof makePage<T>>
}
