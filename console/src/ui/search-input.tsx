import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Kbd } from './kbd.tsx'

export interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type' | 'aria-label' | 'onChange' | 'value'> {
  /** Accessible name, and the words shown while empty. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** A search box that the key `/` reaches. Esc empties it. */
export const SearchInput = ({ label, value, onChange, className = '', ...rest }: SearchInputProps) => (
  <span className={`control min-h-8 w-70 max-w-full gap-2 px-2.5 ${className}`}>
    <Search className="text-ink-3" />
    <input
      type="search"
      autoComplete="off"
      spellCheck={false}
      data-hotkey="/"
      aria-keyshortcuts="/"
      className="[&::-webkit-search-cancel-button]:hidden"
      {...rest}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event)
        if (event.key === 'Escape' && value) onChange('')
      }}
    />
    {!value && <Kbd keys="/" />}
  </span>
)
