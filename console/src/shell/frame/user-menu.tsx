import { Link } from '@tanstack/react-router'
import { setTheme, type ThemeChoice, useThemeChoice } from '~/lib/theme.ts'
import { MenuButton } from '~/ui/menu.tsx'
import { useMe } from '../access/session.ts'
import { signOut } from '../access/sign-out.ts'
import { keyboardMapOpen } from './keys.ts'

const themes: Record<ThemeChoice, string> = { light: 'Light theme', dark: 'Dark theme', system: 'System theme' }

/** `Ada Miller` → `AM`, `admin` → `AD`. */
function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean)
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : [...(words[0] ?? '?')].slice(0, 2)
  return letters.join('').toUpperCase()
}

export function UserMenu() {
  const me = useMe()
  const choice = useThemeChoice()
  return (
    <MenuButton
      // Begins with the visible label, for voice control.
      label={`${initials(me.displayName)}: user menu of ${me.displayName}`}
      variant="default"
      square
      items={[
        { label: 'Settings', link: <Link to="/settings/profile" /> },
        ...(Object.keys(themes) as ThemeChoice[]).map((theme, at) => ({
          label: themes[theme],
          checked: theme === choice,
          separated: at === 0,
          onSelect: () => setTheme(theme),
        })),
        { label: 'Keyboard map', separated: true, onSelect: () => keyboardMapOpen.set(true) },
        { label: 'Sign out', onSelect: () => void signOut() },
      ]}
    >
      {initials(me.displayName)}
    </MenuButton>
  )
}
