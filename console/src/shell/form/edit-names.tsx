import type { ReactNode } from 'react'
import type { AnswerOf, Method, RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { upperFirst } from '~/lib/format/words.ts'
import { outcome } from '../actions/outcome.tsx'
import { fields, nameAndDescription } from '../conflict/three-way.ts'
import type { Path } from '../paths/path.ts'
import { EditPanel } from './edit-panel.tsx'

interface Names {
  name: string
  description: string
}

/** Operations whose answer has a name and a description. */
type OfNamed<M extends Method> = { [N in M]: AnswerOf<N> extends Names ? N : never }[M]

interface EditNamesProps<R extends OfNamed<Method>, M extends OfNamed<Method> & Change> {
  /** In a sentence: `router`, `IP pool`. */
  word: string
  thing: Names
  /** The path of the thing's operations. */
  at: RequestOf<R>
  view: R
  update: M
  /** Why it cannot be changed. */
  refusal: string | undefined
  closeTo: Path
  children: ReactNode
}

export const namesOf = ({ name, description }: Names): Names => ({ name, description })
export const mergeNames = fields<Names>(nameAndDescription)

/** The panel that changes a thing's name and description. */
export function EditNames<R extends OfNamed<Method>, M extends OfNamed<Method> & Change>(props: EditNamesProps<R, M>) {
  const { word, thing, at, view, update, refusal, closeTo, children } = props
  const form = useForm<Names>({ defaultValues: namesOf(thing) })
  return (
    <EditPanel
      form={form}
      title={`Edit ${word}`}
      submitLabel={`Update ${word}`}
      refusal={refusal}
      view={view}
      at={at}
      valuesOf={(answer) => namesOf(answer as Names)}
      merge={mergeNames}
      method={update}
      request={(body) => ({ ...at, body }) as RequestOf<M>}
      outcome={(updated) => outcome(upperFirst(word) ?? word, (updated as Names).name, 'updated')}
      closeTo={closeTo}
    >
      {children}
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
    </EditPanel>
  )
}
