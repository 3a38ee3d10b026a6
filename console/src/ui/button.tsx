import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, useId } from 'react'
import { Spinner } from './spinner.tsx'
import { showTooltip, useTooltip } from './tooltip.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

export type ButtonVariant = 'default' | 'primary' | 'quiet' | 'danger'

export interface ButtonLook {
  variant?: ButtonVariant
  size?: 'md' | 'sm'
  /** As wide as it is high: for an icon or two letters. */
  square?: boolean
  /** On, of a button that is switched on and off. */
  pressed?: boolean
}

const look: Record<ButtonVariant, string> = {
  default: 'border-line-strong text-ink not-aria-disabled:hover:bg-raised not-aria-disabled:active:bg-sunken',
  primary:
    'primary-button border-transparent bg-accent-fill text-accent-ink not-aria-disabled:hover:bg-accent-fill-hover',
  quiet: 'border-transparent text-ink-2 not-aria-disabled:hover:bg-raised not-aria-disabled:hover:text-ink',
  danger: 'border-transparent bg-bad-fill text-accent-ink not-aria-disabled:hover:bg-bad-fill-hover',
}

const oblongs = { md: 'h-8 px-3', sm: 'h-7 px-2.5' }
const squares = { md: 'size-8', sm: 'size-7' }

export const buttonClass = (
  { variant = 'default', size = 'md', square = false, pressed = false }: ButtonLook,
  more = '',
): string =>
  `inline-flex flex-none items-center justify-center gap-1.75 rounded-md border text-md font-medium whitespace-nowrap transition-colors duration-100 aria-disabled:cursor-default aria-disabled:opacity-45 disabled:opacity-45 pointer-coarse:min-h-10 pointer-coarse:min-w-10 ${
    square ? squares[size] : oblongs[size]
  } ${pressed ? 'border-accent bg-accent-wash text-accent' : look[variant]} ${more}`

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /**
   * Why the button cannot be used now. It stays focusable, and only shows this: in a tooltip, also when it is tapped
   * or pressed, and to screen readers.
   */
  refusal?: string | false | null
  /** Shows a spinner and takes no more clicks. */
  busy?: boolean
  tooltip?: string
}

/** What makes a control inactive but findable; shared by buttons of every shape. */
function useInactive(reason: string | false | null | undefined, busy = false) {
  const id = useId()
  return {
    reasonId: reason ? id : undefined,
    hint: reason ? <VisuallyHidden id={id}>{reason}</VisuallyHidden> : null,
    inactive: Boolean(reason) || busy,
  }
}

export function Button(props: ButtonProps) {
  const { variant, size, square, pressed, refusal, busy, tooltip, className, children, onClick, ...rest } = props
  const { reasonId, hint, inactive } = useInactive(refusal, busy)
  const tooltipHandlers = useTooltip(refusal || tooltip)
  const describedBy = [rest['aria-describedby'], reasonId].filter(Boolean).join(' ') || undefined
  const onPress = (event: MouseEvent<HTMLButtonElement>) => {
    if (!inactive) return onClick?.(event)
    event.preventDefault()
    if (refusal) showTooltip(event.currentTarget, refusal)
  }
  return (
    <>
      <button
        type="button"
        {...rest}
        {...tooltipHandlers}
        aria-disabled={inactive || undefined}
        aria-busy={busy || undefined}
        aria-pressed={pressed}
        aria-describedby={describedBy}
        className={buttonClass({ variant, size, square, pressed }, className)}
        onClick={onPress}
      >
        {busy && <Spinner />}
        {children}
      </button>
      {hint}
    </>
  )
}

interface ButtonAnchorProps extends ComponentProps<'a'>, ButtonLook {
  /** As the button's: a disabled link becomes a button with its reason. */
  refusal?: string | false | null
}

/** A plain link that looks like a button, for a target that is no page: a download. */
export function ButtonAnchor({ variant, size, refusal, className, children, ...rest }: ButtonAnchorProps) {
  if (refusal)
    return (
      <Button variant={variant} size={size} className={className} refusal={refusal}>
        {children}
      </Button>
    )
  return (
    <a {...rest} className={buttonClass({ variant, size }, className)}>
      {children}
    </a>
  )
}

/** A router link that looks like a button: `<ButtonLink to="/projects-new" variant="primary">New project</ButtonLink>`. */
export const ButtonLink = createLink(ButtonAnchor)
