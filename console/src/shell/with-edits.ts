/**
 * What a form sends that replaces a whole: the fields that were edited as the form has them, the others as they are by
 * now, whoever changed them since the form began.
 */
export function withEdits<Body extends object>(began: Body, edited: Body, now: Body): Body {
  const fields = Object.keys(edited) as (keyof Body)[]
  const isEdited = (field: keyof Body) => JSON.stringify(edited[field]) !== JSON.stringify(began[field])
  return Object.fromEntries(fields.map((field) => [field, (isEdited(field) ? edited : now)[field]])) as Body
}
