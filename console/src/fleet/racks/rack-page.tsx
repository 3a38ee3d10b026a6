import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Sled, Switch } from '~/api/types.gen.ts'
import { sledPath, sledsQuery, uninitializedSledsQuery } from '~/fleet/sleds/queries.ts'
import { standingOf, threadsInUse } from '~/fleet/sleds/sled-words.ts'
import { switchesQuery, switchPath } from '~/fleet/switches/queries.ts'
import { copyRequest, rowMenu } from '~/shell/copy-request.ts'
import { IdentityFacts } from '~/shell/metadata.tsx'
import { failureOf, refreshOf } from '~/shell/reads.ts'
import type { Column } from '~/table/columns.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { Table } from '~/table/table.tsx'
import { StateBadge } from '~/ui/badge.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { formatNumber, plural } from '~/ui/format/numbers.ts'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { ReadFailureNotice } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { cutInMiddle } from '~/ui/truncate.tsx'
import { type Elevation, elevationOf, type Occupant } from './elevation.ts'
import { rackQuery } from './queries.ts'
import { RackDrawing } from './rack-drawing.tsx'

const route = getRouteApi('/_app/system/inventory/racks/$rackId')

/** A rack: what is in it, drawn and as a table. */
export function RackPage() {
  const { rackId } = route.useParams()
  const query = useSuspenseQuery(rackQuery(rackId))
  const rack = query.data
  const sleds = useQuery(sledsQuery)
  const switches = useQuery(switchesQuery)
  const waiting = useQuery(uninitializedSledsQuery)
  const held = useMemo(() => {
    if (!sleds.data || !switches.data || !waiting.data) return undefined
    const ofRack = <T extends { rackId: string }>(things: readonly T[]) =>
      things.filter((thing) => thing.rackId === rack.id)
    const own = ofRack(sleds.data)
    return {
      sleds: own,
      switches: ofRack(switches.data).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)),
      elevation: elevationOf(own, ofRack(waiting.data)),
    }
  }, [sleds.data, switches.data, waiting.data, rack.id])
  const failure = failureOf(sleds, switches, waiting)
  return (
    <>
      <PageHeader title={`Rack ${cutInMiddle(rack.id, 12)}`} refresh={refreshOf(query, sleds, switches, waiting)}>
        <MenuButton
          label="Rack actions"
          variant="default"
          items={rowMenu(rack.id, copyRequest('rackView', { path: { rackId: rack.id } }))}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="Sleds">
            <SecondaryCell value={held?.sleds.length} failure={failureOf(sleds)}>
              {formatNumber}
            </SecondaryCell>
          </Fact>
          <Fact label="Switches">
            <SecondaryCell value={held?.switches.length} failure={failureOf(switches)}>
              {formatNumber}
            </SecondaryCell>
          </Fact>
          <IdentityFacts thing={rack} />
        </Facts>
      </div>
      <div className="pb-7">
        {failure ? (
          <ReadFailureNotice what="What is in the rack" failure={failure} />
        ) : held ? (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
            <RackDrawing elevation={held.elevation} switches={held.switches} />
            <Contents elevation={held.elevation} switches={held.switches} />
          </div>
        ) : (
          <Skeleton width="100%" />
        )}
      </div>
    </>
  )
}

const placeOf = ({ switchLocation, baseboard }: Switch) => switchLocation ?? baseboard.serial

type Line =
  | { id: string; place: string; sled: Sled }
  | { id: string; place: string; waiting: string }
  | { id: string; place: string; unit: Switch }

const lineOf = ({ kind, sled }: Occupant, cubby: number | undefined): Line => {
  const place = cubby === undefined ? '' : `Cubby ${cubby}`
  return kind === 'sled'
    ? { id: sled.id, place, sled }
    : { id: `waiting ${sled.baseboard.serial}`, place, waiting: sled.baseboard.serial }
}

const linesOf = ({ slots, outside }: Elevation, switches: readonly Switch[]): Line[] => [
  ...switches.map((unit) => ({ id: unit.id, place: placeOf(unit), unit })),
  ...slots.flatMap((occupant, cubby) => (occupant ? [lineOf(occupant, cubby)] : [])),
  ...outside.map((occupant) => lineOf(occupant, undefined)),
]

const serialOf = (line: Line) =>
  'sled' in line ? line.sled.baseboard.serial : 'unit' in line ? line.unit.baseboard.serial : line.waiting

const columns: readonly Column<Line>[] = [
  {
    id: 'serial',
    header: 'Serial number',
    cell: (line) =>
      'sled' in line ? (
        <Link to={sledPath(line.sled.id)}>{serialOf(line)}</Link>
      ) : 'unit' in line ? (
        <Link to={switchPath(line.unit.id)}>{serialOf(line)}</Link>
      ) : (
        <Link to="/system/inventory/sleds-uninitialized">{serialOf(line)}</Link>
      ),
    mono: true,
  },
  { id: 'place', header: 'Place', cell: ({ place }) => place || null },
  {
    id: 'state',
    header: 'State',
    cell: (line) => {
      if ('unit' in line) return 'Switch'
      if ('waiting' in line) return 'Waiting to be added'
      const { key, label, tone } = standingOf(line.sled)
      return <StateBadge state={key} label={label} tone={tone} />
    },
  },
  {
    id: 'threads',
    header: 'vCPUs in use',
    cell: (line) => ('sled' in line ? threadsInUse(line.sled) : null),
    mono: true,
  },
]

const idOf = ({ id }: Line) => id

/** The same as the drawing in words, with what it has no room for. */
function Contents({ elevation, switches }: { elevation: Elevation; switches: readonly Switch[] }) {
  const lines = useMemo(() => linesOf(elevation, switches), [elevation, switches])
  const { length } = elevation.outside
  return (
    <div>
      {length > 0 && <p className="mb-3 text-ink-2">{plural(length, 'more sled')} without a place in the drawing.</p>}
      <Table
        label="In this rack"
        rows={lines}
        columns={columns}
        getId={idOf}
        getName={serialOf}
        empty={<EmptyState title="Nothing in this rack" body="Sleds and switches show once they are plugged in." />}
      />
    </div>
  )
}
