import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { MenuButton } from '~/ui/menu.tsx'
import { systemPolicyQuery } from '../access/session.ts'
import type { AreaNow } from './area.ts'

const askAgainEvery = 5000

/** Switches between the silo and the whole system, for fleet viewers. */
export function AreaSwitch({ area: { area } }: { area: AreaNow }) {
  const { data: systemPolicy } = useQuery({
    ...systemPolicyQuery,
    refetchInterval: ({ state }) => state.data === undefined && askAgainEvery,
  })
  if (!systemPolicy) return null
  const inSystem = area === 'system'
  return (
    <MenuButton
      label={`Area: ${inSystem ? 'System' : 'Silo'}`}
      variant="default"
      items={[
        { label: 'Silo', checked: !inSystem, link: <Link to="/projects" /> },
        { label: 'System', checked: inSystem, link: <Link to="/system" /> },
      ]}
    >
      {inSystem ? 'System' : 'Silo'}
      <ChevronsUpDown className="text-ink-3" />
    </MenuButton>
  )
}
