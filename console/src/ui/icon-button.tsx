import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  /** The accessible name, and the tooltip unless another is given. */
  label: string
  icon: ReactNode
}

export const IconButton = ({ label, icon, className = '', size, ...rest }: IconButtonProps) => (
  <Button {...rest} size={size} tooltip={rest.tooltip ?? label} aria-label={label} square className={className}>
    {rest.busy ? null : icon}
  </Button>
)
