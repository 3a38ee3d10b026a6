import { useRouterState } from '@tanstack/react-router'
import { fillPath, type Path } from './path.ts'

/** The page on which the edit of a thing began, as a route: the edit may change the name in it. */
export interface BeganOn {
  pattern: string
  params: Readonly<Record<string, string>>
  /** The parameter that is the thing's name: `vpc`. */
  thing: string
  search: object
}

/** History state for the link to a thing's edit form from the thing's own page: the edit then ends there. */
export function useBeganOn(thing: string): { beganOn: BeganOn } {
  const { fullPath, params, search } = useRouterState({ select: ({ matches }) => matches.at(-1)! })
  return { beganOn: { pattern: fullPath, params, thing, search } }
}

/** Where the edit ends. @param name of the thing after the edit; unchanged by default */
export const endOf = ({ pattern, params, thing }: BeganOn, name = params[thing]): Path =>
  fillPath(pattern, { ...params, ...(name && { [thing]: name }) })
