import { instanceCan, maxFloatingIps } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExternalIp, Instance } from '~/api/types.gen.ts'
import { copyAsRowItems } from '~/form/copy-as-menu.tsx'
import { askToDetachFloatingIp } from '~/network/floating-ips/floating-ip-actions.tsx'
import { interfacesQuery } from '~/network/network-interfaces/queries.ts'
import { PoolName } from '~/network/pool-name.tsx'
import { poolsQuery } from '~/network/pools.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { readState } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import type { Column } from '~/table/columns.ts'
import { addressColumn } from '~/table/named-columns.tsx'
import { Table } from '~/table/table.tsx'
import { Button } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { copyItem, type MenuItem } from '~/ui/menu.tsx'
import { externalIpsQuery, floatingIpsQuery } from './queries.ts'

const AttachEphemeralIp = lazyPart(() => import('./attach-ephemeral-ip.tsx'))
const AttachFloatingIp = lazyPart(() => import('./attach-floating-ip.tsx'))

const columns: readonly Column<ExternalIp>[] = [
  addressColumn('ip', 'IP address', ({ ip }) => ip),
  { id: 'kind', header: 'Kind', cell: ({ kind }) => (kind === 'floating' ? 'Floating' : 'Ephemeral') },
  { id: 'pool', header: 'Pool', cell: ({ ipPoolId }) => <PoolName id={ipPoolId} /> },
  { id: 'name', header: 'Name', cell: (row) => (row.kind === 'floating' ? row.name : null) },
  {
    id: 'description',
    header: 'Description',
    cell: (row) => (row.kind === 'floating' && row.description) || null,
  },
]

const ipOf = ({ ip }: ExternalIp) => ip

function askToDetachEphemeral(instance: Instance, ip: string): void {
  const request = { path: { instance: instance.id } }
  askToDo({
    title: 'Detach ephemeral IP',
    danger: true,
    body: (
      <>
        <b>{instance.name}</b> is no longer reachable at <b>{ip}</b>. The address returns to its pool and may go to
        another instance.
      </>
    ),
    method: 'instanceEphemeralIpDetach',
    request,
    done: () => outcome('Ephemeral IP', ip, 'detached'),
  })
}

interface ExternalIpsCardProps {
  /** Name or id of the URL. */
  project: string
  instance: Instance
}

/** The addresses that reach an instance from the internet. */
export function ExternalIpsCard({ project, instance }: ExternalIpsCardProps) {
  const list = useQuery(externalIpsQuery(instance.id))
  const addresses = list.data?.items
  const interfaces = useQuery(interfacesQuery(instance.id)).data
  const pools = useQuery(poolsQuery).data
  const floatingIps = useQuery(floatingIpsQuery(project)).data
  const free = floatingIps?.filter(({ instanceId }) => !instanceId)
  const refused = useRefusals({ project })
  const [open, setOpen] = useState<'ephemeral' | 'floating' | null>(null)

  const floating = addresses?.filter(({ kind }) => kind === 'floating').length ?? 0
  const cannotHave =
    instanceCan.attachExternalIp.refusal(instance) ??
    (interfaces?.length === 0 ? 'An external IP needs a network interface' : undefined)
  const ephemeralRefusal =
    refused('instance_ephemeral_ip_attach') ??
    cannotHave ??
    (addresses?.some(({ kind }) => kind === 'ephemeral') ? 'The instance already has an ephemeral IP' : undefined) ??
    (pools?.length === 0 ? 'No IP pool is linked to this silo' : undefined)
  const floatingRefusal =
    refused('floating_ip_attach') ??
    cannotHave ??
    (floating >= maxFloatingIps ? `An instance can have at most ${maxFloatingIps} floating IPs` : undefined) ??
    (free?.length === 0 ? 'This project has no unattached floating IPs' : undefined)
  useQuickActions([
    { group: 'Actions', label: 'Attach ephemeral IP', run: () => setOpen('ephemeral'), refusal: ephemeralRefusal },
    { group: 'Actions', label: 'Attach floating IP', run: () => setOpen('floating'), refusal: floatingRefusal },
  ])

  const menu = (address: ExternalIp): MenuItem[] => {
    const state = instanceCan.detachExternalIp.refusal(instance)
    const copyIp = copyItem('Copy IP', address.ip)
    if (address.kind === 'floating')
      return rowMenu(address.id, copyRequest('floatingIpView', { path: { floatingIp: address.id } }), [
        copyIp,
        {
          label: 'Detach',
          refusal: refused('floating_ip_detach') ?? state,
          onSelect: () => askToDetachFloatingIp(address, instance.name),
        },
      ])
    return [
      ...copyAsRowItems(copyRequest('instanceExternalIpList', { path: { instance: instance.id } })),
      { ...copyIp, separated: true },
      {
        label: 'Detach',
        danger: true,
        refusal: refused('instance_ephemeral_ip_detach') ?? state,
        onSelect: () => askToDetachEphemeral(instance, address.ip),
      },
    ]
  }

  return (
    <Card
      title="External IPs"
      actions={
        <>
          <Button refusal={ephemeralRefusal} onClick={() => setOpen('ephemeral')}>
            Attach ephemeral IP
          </Button>
          <Button refusal={floatingRefusal} onClick={() => setOpen('floating')}>
            Attach floating IP
          </Button>
        </>
      }
    >
      <Table
        label="External IPs"
        framed={false}
        rows={addresses}
        read={readState(list)}
        columns={columns}
        getId={ipOf}
        rowActions={menu}
        empty={<p className="px-4 py-3.5 text-ink-2">No external IPs. Outbound traffic uses a shared address.</p>}
      />
      {open && (
        <PartBoundary onFailed={() => setOpen(null)}>
          {open === 'ephemeral' && <AttachEphemeralIp instance={instance} onClose={() => setOpen(null)} />}
          {open === 'floating' && (
            <AttachFloatingIp project={project} instance={instance} onClose={() => setOpen(null)} />
          )}
        </PartBoundary>
      )}
    </Card>
  )
}
