import type { OperationId } from '@skerry/contract/operations.ts'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { inSentence } from '~/lib/format/words.ts'
import type { BulkAction } from '~/table/bulk-bar.tsx'
import type { LazyPart } from '~/ui/lazy-part.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import { useRefusals } from '../access/roles.ts'
import type { QuickAction } from '../palette/quick-actions.ts'
import type { Path } from '../paths/path.ts'
import { openDialog } from './dialogs.tsx'

/** Where actions are offered. */
export interface Place<C> {
  project: string
  /** What the refusals need beside the thing. */
  context: C
  /** Leaves the page of a deleted thing. */
  onDeleted?: (() => void) | undefined
}

/** The props of a dialog that an action opens. */
export interface DialogFor<T> {
  thing: T
  project: string
  onClose: () => void
}

interface Offer<T, C> {
  label: string | ((thing: T) => string)
  /** The label alone says it; otherwise quick actions add the kind: `Attach disk`. */
  isWhole?: true
  needs: OperationId
  /** Why the thing cannot take it now. */
  unless?: (thing: T, context: C) => string | undefined
  /** Whether it is offered at all; always by default. */
  when?: (thing: T, context: C) => boolean
  danger?: boolean
  bulk?: Bulk<T>
}

/** An action on many things. */
interface Bulk<T> {
  /** What happens to them and their parts. */
  consequence: string
  /** Why a selected one is left out; by default as for one. */
  unless?: (thing: T) => string | undefined
  run: (thing: T) => Promise<unknown>
}

/** An action as a value: button, menu item, quick action and bulk action derive from it. */
export type Action<T, C = unknown> = Offer<T, C> &
  (
    | { run: (thing: T, place: Place<C>) => void }
    | { open: LazyPart<DialogFor<T>> }
    | { path: (thing: T, project: string) => Path }
    /** A link that is not in the palette. */
    | { link: (thing: T, project: string) => ReactElement }
  )

export interface ThingActions<T, N extends string = string> {
  /** In the order of the actions; some of them where named. */
  menu: (thing: T, only?: readonly N[]) => MenuItem[]
  /** In the palette of the thing's page. */
  quick: (thing: T) => QuickAction[]
  bulk: readonly BulkAction<T>[]
}

/** What can be done to things of a kind, by whom and when. */
export function useActions<T, C, N extends string>(
  { kind, many }: { kind: string; many: string },
  actions: Readonly<Record<N, Action<T, C>>>,
  place: Place<C>,
): ThingActions<T, N> {
  const { project, context } = place
  const refused = useRefusals({ project })
  const names = Object.keys(actions) as N[]
  // By role first, then by state.
  const refusal = (name: N, thing: T) => refused(actions[name].needs) ?? actions[name].unless?.(thing, context)
  const labelOf = ({ label }: Action<T, C>, thing: T) => (typeof label === 'string' ? label : label(thing))
  const run = (name: N, thing: T) => {
    const action = actions[name]
    if ('run' in action) action.run(thing, place)
    else if ('open' in action) openDialog(action.open, { thing, project })
  }
  const isOffered = (name: N, thing: T) => actions[name].when?.(thing, context) ?? true
  const item = (name: N, thing: T): MenuItem => {
    const action = actions[name]
    return {
      label: labelOf(action, thing),
      refusal: refusal(name, thing),
      ...(action.danger && { danger: true }),
      ...('path' in action
        ? { link: <Link to={action.path(thing, project)} /> }
        : 'link' in action
          ? { link: action.link(thing, project) }
          : { onSelect: () => run(name, thing) }),
    }
  }
  const quick = (name: N, thing: T): QuickAction[] => {
    const action = actions[name]
    if ('link' in action) return []
    const offer = {
      group: 'Actions',
      label: action.isWhole ? labelOf(action, thing) : `${labelOf(action, thing)} ${kind}`,
      refusal: refusal(name, thing),
    }
    return [{ ...offer, ...('path' in action ? { to: action.path(thing, project) } : { run: () => run(name, thing) }) }]
  }
  const bulk = (name: N): BulkAction<T>[] => {
    const { label, danger, needs, unless, bulk: all } = actions[name]
    if (!all || typeof label !== 'string') return []
    return [
      {
        label,
        things: inSentence(many),
        refusal: refused(needs),
        ...(danger && { danger }),
        ...all,
        unless: all.unless ?? ((thing) => unless?.(thing, context)),
      },
    ]
  }
  return {
    menu: (thing, only = names) =>
      names.filter((name) => only.includes(name) && isOffered(name, thing)).map((name) => item(name, thing)),
    quick: (thing) => names.filter((name) => isOffered(name, thing)).flatMap((name) => quick(name, thing)),
    bulk: names.flatMap(bulk),
  }
}
