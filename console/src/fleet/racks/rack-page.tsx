import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Sled, Switch } from '~/api/types.gen.ts'
import { sledPath, uninitializedSledsQuery } from '~/fleet/sleds/queries.ts'
import { standingOf, vcpusInUse } from '~/fleet/sleds/sled-words.ts'
import { switchesQuery, switchPath } from '~/fleet/switches/queries.ts'
import { formatNumber, plural } from '~/lib/format/numbers.ts'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { failureOf, refreshOf } from '~/shell/page/reads.ts'
import { sledsQuery } from '~/shell/things/sleds.ts'
import type { Columns } from '~/table/columns.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { StateBadge } from '~/ui/badge.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { ReadFailureNotice } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { cutInMiddle } from '~/ui/truncate.tsx'
import { type Elevation, elevationOf, type Occupant } from './elevation.ts'
import { rackQuery } from './queries.ts'
import { RackDrawing } from './rack-drawing.tsx'

const route = getRouteApi('/_app/system/inventory/racks/$rackId')

export function RackPage() {
  const { rackId } = route.useParams()
  const query = useSuspenseQuery(rackQuery(rackId))
  const rack = query.data
  const sleds = useQuery(sledsQuery)
  const switches = useQuery(switchesQuery)
  const waiting = useQuery({ ...uninitializedSledsQuery, refetchInterval: 10_000 })
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
            <SecondaryCell value={countIn(rack.id, sleds.data)} failure={failureOf(sleds)}>
              {formatNumber}
            </SecondaryCell>
          </Fact>
          <Fact label="Switches">
            <SecondaryCell value={countIn(rack.id, switches.data)} failure={failureOf(switches)}>
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

const countIn = (rack: string, things: readonly { rackId: string }[] | undefined) =>
  things?.filter(({ rackId }) => rackId === rack).length

const placeOf = ({ switchLocation, baseboard }: Switch) => switchLocation ?? baseboard.serial

/** What is in the rack, by its serial number. */
interface Line {
  id: string
  name: string
  /** Missing for what does not fit in the drawing. */
  place: string | undefined
  what: { sled: Sled } | { unit: Switch } | 'waiting' | 'adding'
}

const lineOf = ({ kind, sled }: Occupant, cubby: number | undefined): Line => {
  const { serial } = sled.baseboard
  const place = cubby === undefined ? undefined : `Cubby ${cubby}`
  return kind === 'sled'
    ? { id: sled.id, name: serial, place, what: { sled } }
    : { id: `waiting ${serial}`, name: serial, place, what: sled.timeAdding ? 'adding' : 'waiting' }
}

const linesOf = ({ slots, outside }: Elevation, switches: readonly Switch[]): Line[] => [
  ...switches.map((unit) => ({ id: unit.id, name: unit.baseboard.serial, place: placeOf(unit), what: { unit } })),
  ...slots.flatMap((occupant, cubby) => (occupant ? [lineOf(occupant, cubby)] : [])),
  ...outside.map((occupant) => lineOf(occupant, undefined)),
]

const sledOf = ({ what }: Line) => (typeof what === 'object' && 'sled' in what ? what.sled : undefined)
const stateOf = (line: Line) => {
  const sled = sledOf(line)
  if (sled) return standingOf(sled).label
  return line.what === 'waiting' ? 'Not added yet' : line.what === 'adding' ? 'Being added' : 'Switch'
}
const vcpusOf = (line: Line) => {
  const sled = sledOf(line)
  return sled ? vcpusInUse(sled) : null
}

const columns: Columns<Line> = [
  {
    id: 'serial',
    header: 'Serial number',
    cell: ({ name, what }) =>
      typeof what === 'string' ? (
        <Link to="/system/inventory/sleds-uninitialized">{name}</Link>
      ) : (
        <Link to={'sled' in what ? sledPath(what.sled.id) : switchPath(what.unit.id)}>{name}</Link>
      ),
    value: ({ name }) => name,
    mono: true,
  },
  { id: 'place', header: 'Place', cell: ({ place }) => place, value: ({ place }) => place },
  {
    id: 'state',
    header: 'State',
    cell: (line) => {
      const sled = sledOf(line)
      if (!sled) return stateOf(line)
      const { key, label, tone } = standingOf(sled)
      return <StateBadge state={key} label={label} tone={tone} />
    },
    value: stateOf,
  },
  { id: 'vcpus', header: 'vCPUs in use', value: vcpusOf, mono: true },
]

/** Switches after the cubbies, as their places are called. */
const byPlace = { column: 'place', descending: false }

/** The drawing as a table, with what does not fit in it. */
function Contents({ elevation, switches }: { elevation: Elevation; switches: readonly Switch[] }) {
  const lines = useMemo(() => linesOf(elevation, switches), [elevation, switches])
  const { length } = elevation.outside
  return (
    <div>
      {length > 0 && <p className="mb-3 text-ink-2">{plural(length, 'more sled')} without a place in the drawing.</p>}
      <WholeListTable
        label="In this rack"
        rows={lines}
        columns={columns}
        sortedBy={byPlace}
        empty={
          <EmptyState title="Nothing in this rack" body="Sleds and switches are listed once they are plugged in." />
        }
      />
    </div>
  )
}
