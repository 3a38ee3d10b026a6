import { useRouterState } from '@tanstack/react-router'
import { fillPath, type Path } from './path.ts'

/** The page of a thing on which its edit began, as its route has it: the name in it may change. */
export interface BeganOn {
  pattern: string
  params: Readonly<Record<string, string>>
  /** The parameter that is the thing's name: `vpc`. */
  thing: string
  search: object
}

/** History state for the link to a thing's edit form, on the thing's own page: the edit then ends there. */
export function useBeganOn(thing: string): { beganOn: BeganOn } {
  const { fullPath, params, search } = useRouterState({ select: ({ matches }) => matches.at(-1)! })
  return { beganOn: { pattern: fullPath, params, thing, search } }
}

/** Where the edit ends. @param name of the thing by then; as it was unless given */
export const endOf = ({ pattern, params, thing }: BeganOn, name = params[thing]): Path =>
  fillPath(pattern, { ...params, ...(name && { [thing]: name }) })
