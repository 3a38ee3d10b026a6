import { Link } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Sled, Switch } from '~/api/types.gen.ts'
import { sledPath } from '~/fleet/sleds/queries.ts'
import { everyStanding, mostVcpus, standingOf, vcpusInUse } from '~/fleet/sleds/sled-words.ts'
import { switchPath } from '~/fleet/switches/queries.ts'
import { type Tone, ToneMark } from '~/ui/badge.tsx'
import { cubbiesOfHalf, type Elevation, type Occupant } from './elevation.ts'

interface RackDrawingProps {
  elevation: Elevation
  /** Of the rack, in the order of their places. */
  switches: readonly Switch[]
}

/** The front of a rack: two cubbies a row, the switches in the middle. Every taken place is a link. */
export function RackDrawing({ elevation: { slots, isIndicative }, switches }: RackDrawingProps) {
  const cubby = (at: number) => (
    <li key={at}>
      <Cubby number={at} occupant={slots[at]} />
    </li>
  )
  const half = Array.from({ length: cubbiesOfHalf }, (_, at) => at)
  return (
    <section aria-label="Elevation" className="rounded-lg border border-line-strong bg-sunken p-2">
      <ul className="grid grid-cols-2 gap-1">
        {half.map(cubby)}
        {[0, 1].map((at) => (
          <li key={`switch ${at}`} className="py-1">
            <SwitchPlace number={at} unit={switches[at]} />
          </li>
        ))}
        {half.map((at) => cubby(at + cubbiesOfHalf))}
      </ul>
      <ul aria-label="Legend" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 px-1 text-sm text-ink-2">
        {everyStanding.map(({ key, label, tone }) => (
          <li key={key} className="inline-flex items-center gap-1.5">
            <ToneMark tone={tone} />
            {label}
          </li>
        ))}
        <li className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="h-3 w-5 rounded-xs border border-line-strong bg-ok/25" />
          vCPUs in use
        </li>
      </ul>
      {isIndicative && <p className="mt-2 px-1 text-sm text-ink-2">Positions are indicative.</p>}
    </section>
  )
}

const place =
  'relative flex h-7.5 items-center gap-2 overflow-hidden rounded-sm border px-2 text-sm pointer-coarse:h-10'
const number = 'text-mono w-4.5 flex-none text-right text-xs text-ink-3'
const linked = 'border-line-strong bg-surface -outline-offset-2 hover:border-accent'

function Cubby({ number: at, occupant }: { number: number; occupant: Occupant | undefined }) {
  const label = (
    <>
      <span className="sr-only">Cubby </span>
      <span className={number}>{at}</span>
    </>
  )
  if (!occupant)
    return (
      <div className={`${place} border-dashed border-line`}>
        {label}
        <span className="sr-only">is empty</span>
      </div>
    )
  const { serial } = occupant.sled.baseboard
  if (occupant.kind === 'waiting')
    return (
      <Link to="/system/inventory/sleds-uninitialized" className={`${place} ${linked} border-dashed`}>
        {label}
        <Serial>{serial}</Serial>
        <span className="ml-auto flex-none text-ink-2">{occupant.sled.timeAdding ? 'Being added' : 'Not added'}</span>
      </Link>
    )
  return <SledPlace sled={occupant.sled}>{label}</SledPlace>
}

const Serial = ({ children }: { children: string }) => <span className="text-mono truncate">{children}</span>

const fill: Record<Tone, string> = {
  ok: 'bg-ok/25',
  odd: 'bg-odd/25',
  bad: 'bg-bad/25',
  busy: 'bg-busy/25',
  warn: 'bg-busy/25',
  idle: 'bg-idle/25',
}

function SledPlace({ sled, children }: { sled: Sled; children: ReactNode }) {
  const { label, tone } = standingOf(sled)
  const { provisionedHardwareThreads: used = 0 } = sled
  const whole = mostVcpus(sled)
  const inUse = vcpusInUse(sled)
  return (
    <Link to={sledPath(sled.id)} className={`${place} ${linked}`}>
      <span
        aria-hidden="true"
        className={`absolute inset-y-0 left-0 ${fill[tone]}`}
        style={{ width: `${whole === 0 ? 0 : Math.min(100, (used / whole) * 100)}%` }}
      />
      <span className="relative contents">
        {children}
        <ToneMark tone={tone} />
        <span className="sr-only">{label}</span>
        <Serial>{sled.baseboard.serial}</Serial>
        {inUse && (
          <span className="text-mono ml-auto flex-none text-xs text-ink-2 max-sm:sr-only">
            {inUse}
            <span className="sr-only"> vCPUs in use</span>
          </span>
        )}
      </span>
    </Link>
  )
}

function SwitchPlace({ number: at, unit }: { number: number; unit: Switch | undefined }) {
  const name = unit?.switchLocation ?? `switch${at}`
  if (!unit)
    return (
      <div className={`${place} border-dashed border-line text-ink-3`}>
        <Network aria-hidden="true" />
        No {name}
      </div>
    )
  return (
    <Link to={switchPath(unit.id)} className={`${place} ${linked}`}>
      <Network aria-hidden="true" className="text-ink-3" />
      <span className="flex-none">{name}</span>
      <Serial>{unit.baseboard.serial}</Serial>
    </Link>
  )
}
