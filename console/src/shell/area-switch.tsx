import { Link } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { MenuButton } from '~/ui/menu.tsx'
import type { AreaNow } from './area.ts'
import { useIsFleetViewer } from './session.ts'

/** Changes between the silo and the whole system; for fleet viewers. */
export function AreaSwitch({ area: { area } }: { area: AreaNow }) {
  if (!useIsFleetViewer()) return null
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
