import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { actionBar } from '~/lib/action-bars.ts'
import type { FormShellProps } from './submission.tsx'
import { useFormShell } from './use-form-shell.tsx'

/** A form that is a page of its own; its buttons and what went wrong are in a bar that sticks to the bottom. */
export function PageForm<V extends FieldValues, A>(
  props: FormShellProps<V, A> & { label: string; header?: ReactNode; aside?: ReactNode },
) {
  const { formProps, failureBox, fields, buttons } = useFormShell(props)
  return (
    <form {...formProps} aria-label={props.label} className="flex min-h-full flex-col">
      {props.header}
      <div className="flex flex-1 gap-8 pb-8">
        <div className="flex max-w-3xl min-w-0 flex-1 flex-col gap-6">{fields}</div>
        {props.aside}
      </div>
      <div
        ref={actionBar}
        className="sticky bottom-0 z-10 mx-[calc(-1*var(--gutter,0px))] flex flex-col gap-2.5 border-t border-line bg-ground px-(--gutter,0px) py-2.5"
      >
        {failureBox}
        <div className="flex flex-wrap items-center gap-2">{buttons}</div>
      </div>
    </form>
  )
}
