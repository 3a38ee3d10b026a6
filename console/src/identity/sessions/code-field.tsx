import { OTPField } from '@base-ui/react/otp-field'
import { Fragment, useId } from 'react'
import { codeLength, dashAt } from './device-code.ts'

interface CodeFieldProps {
  label: string
  letters: string
  onChange: (letters: string) => void
  /** While it is sent. */
  readOnly: boolean
  invalid: boolean
}

const upperCase = (text: string) => text.toUpperCase()

/** A box for each letter of a device's code. */
export function CodeField({ label, letters, onChange, readOnly, invalid }: CodeFieldProps) {
  const id = useId()
  return (
    <>
      <label id={`${id}-label`} htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <OTPField.Root
        id={id}
        aria-labelledby={`${id}-label`}
        length={codeLength}
        validationType="alpha"
        normalizeValue={upperCase}
        autoComplete="off"
        value={letters}
        onValueChange={onChange}
        readOnly={readOnly}
        className="flex items-center justify-between gap-1"
      >
        {Array.from({ length: codeLength }, (_, at) => (
          <Fragment key={at}>
            {at === dashAt && (
              <span aria-hidden="true" className="text-ink-3">
                –
              </span>
            )}
            <OTPField.Input
              {...(at > 0 && { 'aria-label': `Character ${at + 1} of ${codeLength}` })}
              aria-invalid={invalid || undefined}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for nothing else
              autoFocus={at === 0}
              autoCapitalize="characters"
              className="control text-mono h-11 min-w-0 px-0 text-center text-lg uppercase"
            />
          </Fragment>
        ))}
      </OTPField.Root>
    </>
  )
}
