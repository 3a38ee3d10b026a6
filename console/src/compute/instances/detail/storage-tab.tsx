import { diskCan } from '@skerry/contract/rules/disks.ts'
import { instanceCan, maxDisks } from '@skerry/contract/rules/instances.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Disk } from '~/api/types.gen.ts'
import { diskActions } from '~/compute/disks/disk-actions.tsx'
import { disk } from '~/compute/disks/disk.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { rowMenu } from '~/shell/actions/copy-request.ts'
import { openDialog } from '~/shell/actions/dialogs.tsx'
import { useActions } from '~/shell/actions/use-actions.tsx'
import { usePolling } from '~/shell/live/polling.ts'
import { readState } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { DiskSource, sourceName, type StorageNames, useStorageNames } from '~/shell/things/storage-names.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, nameColumn } from '~/table/named-columns.tsx'
import { Table } from '~/table/table.tsx'
import { StateBadge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { lazyPart } from '~/ui/lazy-part.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { instanceDisksQuery } from '../queries.ts'
import { useInstance } from '../use-instance.ts'
import { askBootDisk } from './boot-disk.tsx'

const AttachDisk = lazyPart(() => import('./attach-disk.tsx'))
const CreateDisk = lazyPart(() => import('./create-disk.tsx'))

const columnsOf = (project: string, names: StorageNames): readonly Column<Disk>[] => [
  nameColumn(({ name }) => (
    <Link to={disk.path(project, name)}>
      <CutName name={name} />
    </Link>
  )),
  { id: 'size', header: 'Size', cell: ({ size }) => formatBytes(Number(size)), value: ({ size }) => size },
  {
    id: 'source',
    header: 'Source',
    cell: (row) => <DiskSource project={project} disk={row} names={names} />,
    value: (row) => sourceName(row, names),
  },
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state.state} /> },
  createdColumn,
]

/** What an instance without a boot disk starts from. */
function withoutBootDisk(disks: number): string {
  if (disks === 0) return 'No boot disk is set, and the instance has no disks. Attach or create one.'
  if (disks === 1) return 'No boot disk is set. The instance has one disk and will boot from it.'
  return 'No boot disk is set, and the instance has several disks: choose one to boot from.'
}

export function StorageTab() {
  const { params, instance } = useInstance()
  const { project } = params
  const pollEvery = usePolling(disk.polling)
  const query = useSuspenseQuery({
    ...instanceDisksQuery(params),
    refetchInterval: ({ state }) => pollEvery(state.data),
  })
  const disks = query.data
  const sources = useStorageNames(project, ['images', 'snapshots'])
  const names = useMemo(() => ({ ...sources, instances: new Map([[instance.id, instance]]) }), [sources, instance])
  const columns = useMemo(() => columnsOf(project, names), [project, names])
  const refused = useRefusals({ project })
  const actions = useActions(disk, diskActions, { project, context: names })
  const attach = () => openDialog(AttachDisk, { params, instance })
  const create = () => openDialog(CreateDisk, { params, instance })

  const boot = disks.filter(({ id }) => id === instance.bootDiskId)
  const others = disks.filter(({ id }) => id !== instance.bootDiskId)
  const changeRefusal = refused('instance_update') ?? instanceCan.updateBootDisk.refusal(instance)
  const noRoom =
    instanceCan.attachDisk.refusal(instance) ??
    (disks.length >= maxDisks ? `An instance can have at most ${maxDisks} disks` : undefined)
  const attachRefusal = refused('instance_disk_attach') ?? noRoom
  const createRefusal = refused('disk_create') ?? noRoom
  useQuickActions([
    { group: 'Actions', label: 'Attach existing disk', run: attach, refusal: attachRefusal },
    { group: 'Actions', label: 'Create disk', run: create, refusal: createRefusal },
    ...disks.map(({ name }) => ({ group: 'Disks', label: name, to: disk.path(project, name) })),
  ])

  const menu = (row: Disk, bootItem: MenuItem) =>
    rowMenu(row.id, disk.view(row), [...actions.menu(row, ['snapshot']), bootItem, ...actions.menu(row, ['detach'])])

  return (
    <>
      <Card title="Boot disk" read={readState(query)}>
        {boot.length === 0 ? (
          <p className="px-4 py-3.5 text-ink-2">{withoutBootDisk(others.length)}</p>
        ) : (
          <Table
            label="Boot disk"
            framed={false}
            rows={boot}
            columns={columns}
            getId={idOf}
            getName={nameOf}
            rowActions={(row) =>
              menu(row, {
                label: 'Unset as boot disk',
                refusal: changeRefusal,
                onSelect: () => askBootDisk({ instance, disks, disk: row, wanted: null }),
              })
            }
          />
        )}
      </Card>
      <Card
        title="Additional disks"
        note={attachRefusal}
        actions={
          <>
            <Button refusal={attachRefusal} onClick={attach}>
              Attach existing disk
            </Button>
            <Button refusal={createRefusal} onClick={create}>
              Create disk
            </Button>
          </>
        }
      >
        {others.length === 0 ? (
          <p className="px-4 py-3.5 text-ink-2">
            No additional disks. Attach or create one to store data apart from the boot disk.
          </p>
        ) : (
          <Table
            label="Additional disks"
            framed={false}
            rows={others}
            columns={columns}
            getId={idOf}
            getName={nameOf}
            rowActions={(row) =>
              menu(row, {
                label: 'Set as boot disk',
                refusal: changeRefusal ?? diskCan.setAsBootDisk.refusal(row),
                onSelect: () => askBootDisk({ instance, disks, disk: row, wanted: row.id }),
              })
            }
          />
        )}
      </Card>
    </>
  )
}

const idOf = ({ id }: Disk) => id
const nameOf = ({ name }: Disk) => name
