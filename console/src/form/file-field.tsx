import { Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { formatBytes } from '~/lib/format/numbers.ts'
import { IconButton } from '~/ui/icon-button.tsx'
import { FieldFrame, type FieldProps, useField } from './field.tsx'

export interface FileFieldProps<V extends FieldValues, N extends FieldPath<V>> extends FieldProps<V, N> {
  /** As an input's: `.pem,.crt`. */
  accept?: string
}

/** A file by click or drop; the form's value is `File | null`. */
export function FileField<V extends FieldValues, N extends FieldPath<V>>(props: FileFieldProps<V, N>) {
  const { label, required, hint, accept } = props
  const { id, error, value, setValue, input } = useField<V, File | null>(props as FieldProps<V>)
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement | null>(null)

  const take = (file: File | null) => {
    setValue(file)
    // The same file chosen again must count as a choice.
    if (picker.current) picker.current.value = ''
  }

  return (
    <FieldFrame {...{ id, label, required, hint, error }}>
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const file = event.dataTransfer.files[0]
          if (file && !picker.current?.matches(':disabled')) take(file)
        }}
        className={`control relative min-h-18 border-dashed has-focus-visible:border-solid ${over ? 'border-accent bg-accent-wash' : ''}`}
      >
        <input
          {...input}
          ref={(element) => {
            picker.current = element
            input.ref(element)
          }}
          type="file"
          accept={accept}
          onChange={(event) => event.target.files?.[0] && take(event.target.files[0])}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        {value ? (
          <>
            <span className="min-w-0 flex-1">
              <span className="block truncate">{value.name}</span>
              <span className="text-xs text-ink-3">{formatBytes(value.size)}</span>
            </span>
            <IconButton
              label="Clear file"
              icon={<X />}
              variant="quiet"
              size="sm"
              className="relative"
              onClick={() => take(null)}
            />
          </>
        ) : (
          <span className="pointer-events-none flex flex-1 items-center justify-center gap-2 text-ink-2">
            <Upload /> Choose a file or drop it here
          </span>
        )}
      </div>
    </FieldFrame>
  )
}
