import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import type { Control } from 'react-hook-form'
import { FieldFrame, useField } from '~/form/field.tsx'
import { extrasOf } from '~/form/form-extras.ts'
import { plural } from '~/lib/format/numbers.ts'
import type { SettingsDraft } from './draft.ts'
import { type JsonProblem, jsonProblems } from './json-check.ts'

const shownAtOnce = 20

/** The whole request as a text that is checked while it is typed; a click on a problem selects its place. */
export function JsonField({ control }: { control: Control<SettingsDraft> }) {
  const { id, error, value, setValue, input } = useField<SettingsDraft, string>(
    { control, name: 'json', label: 'JSON', required: true },
    [(text) => (jsonProblems(text).length > 0 ? 'Fix the problems below first' : undefined)],
  )
  const checked = useDeferredValue(value)
  const problems = useMemo(() => jsonProblems(checked), [checked])
  useUnsavedKeys(control, value)
  const area = useRef<HTMLTextAreaElement | null>(null)
  const show = ({ offset, length }: JsonProblem) => {
    area.current?.focus()
    area.current?.setSelectionRange(offset, offset + length)
  }
  return (
    <FieldFrame {...{ id, label: 'JSON', required: true, error }}>
      <textarea
        {...input}
        ref={(element) => {
          area.current = element
          input.ref(element)
        }}
        rows={24}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        wrap="off"
        className="control text-mono resize-y overflow-auto py-2"
      />
      <div role="status" className="mt-2 text-sm">
        {problems.length === 0 ? (
          <p className="text-ink-3">
            No problems found. The server also checks address lots, BGP configurations and addresses.
          </p>
        ) : (
          <>
            <p className="text-bad">{plural(problems.length, 'problem')}</p>
            <ul className="mt-1 flex flex-col gap-0.5">
              {problems.slice(0, shownAtOnce).map((problem) => (
                <li key={`${problem.offset} ${problem.message}`}>
                  <button
                    type="button"
                    onClick={() => show(problem)}
                    className="rounded-sm text-left [overflow-wrap:anywhere] hover:underline pointer-coarse:min-h-10"
                  >
                    <span className="text-accent">
                      Line {problem.line}, column {problem.column}
                    </span>{' '}
                    {problem.message}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </FieldFrame>
  )
}

/** A text with a key in it is never kept over a sign-in. The previous values of the fields then return. */
function useUnsavedKeys(control: Control<SettingsDraft>, text: string) {
  const hasKey = /"md5_auth_key"\s*:\s*"/.test(text)
  useEffect(() => {
    const { secrets } = extrasOf(control)
    for (const name of ['json', 'mode']) {
      if (hasKey) secrets.add(name)
      else secrets.delete(name)
    }
  }, [control, hasKey])
}
