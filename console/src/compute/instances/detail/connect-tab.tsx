import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { ExternalIp, InstancePortForward, SshKey } from '~/api/types.gen.ts'
import { externalIpsQuery } from '~/network/external-ips/queries.ts'
import { serverQuery } from '~/shell/access/capabilities.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { readState } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { Table } from '~/table/table.tsx'
import { ButtonLink } from '~/ui/button.tsx'
import { Card } from '~/ui/card.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import type { InstanceParams } from '../queries.ts'
import { useInstance } from '../use-instance.ts'
import { CliCommandButton, Command } from './cli-command.tsx'

const GuestCard = lazyPart(() => import('./guest-card.tsx'))

const SSH_PORT = 22

const portForwardsQuery = (instance: string) =>
  apiQuery('instancePortForwardList', { path: { instance } }, { secondary: true })

const keyColumns: readonly Column<SshKey>[] = [
  nameColumn(({ name }) => name),
  descriptionColumn,
  { id: 'public_key', header: 'Public key', mono: true, cell: ({ publicKey }) => publicKey },
  createdColumn,
]

export function ConnectTab() {
  const { params, instance } = useInstance()
  const role = useRefusal('instance_serial_console_stream', { project: params.project })
  const addresses = useQuery(externalIpsQuery(instance.id))
  const keys = useQuery(wholeListQuery('instanceSshPublicKeyList', { path: { instance: instance.id } }))
  const { data: server } = useQuery(serverQuery)
  const forwarded = server?.capabilities?.portForwards === true
  const running = instance.runState === 'running'
  const forwards = useQuery({ ...portForwardsQuery(instance.id), enabled: forwarded && running })
  return (
    <>
      <Card title="Serial console">
        <Body>
          <p className="text-ink-2">Use the instance's serial port, even while it boots or has no network.</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              to="/projects/$project/instances/$instance/serial-console"
              params={params}
              variant="primary"
              refusal={role ?? instanceCan.serialConsole.refusal(instance)}
            >
              Open serial console
            </ButtonLink>
            <CliCommandButton params={params} />
          </div>
        </Body>
      </Card>
      {server?.capabilities?.graphicalConsole && (
        <Card title="Graphical console">
          <Body>
            <p className="text-ink-2">See the instance's display, and use its keyboard and pointer.</p>
            <div>
              <ButtonLink
                to="/projects/$project/instances/$instance/graphical-console"
                params={params}
                refusal={role ?? instanceCan.graphicalConsole.refusal(instance)}
              >
                Open graphical console
              </ButtonLink>
            </div>
          </Body>
        </Card>
      )}
      <Card title="SSH" read={readState(forwarded ? forwards : addresses)}>
        <Body>
          {server?.simulated ? (
            <p className="text-ink-2">
              This server simulates its instances, so SSH cannot reach them. The serial console works.
            </p>
          ) : server?.capabilities?.portForwards ? (
            <ForwardedSsh running={running} forwards={forwards.data?.items} />
          ) : server?.capabilities?.guestNetwork === false ? (
            <p className="text-ink-2">
              Not on this platform: no address leads to its instances. The serial console works.
            </p>
          ) : addresses.data ? (
            <SshCommand params={params} addresses={addresses.data.items} />
          ) : (
            <Skeleton width="24ch" />
          )}
        </Body>
      </Card>
      {server?.capabilities?.guestAgent && (
        <PartBoundary quiet fallback={<Skeleton width="24ch" />}>
          <GuestCard instance={instance} />
        </PartBoundary>
      )}
      <Card title="SSH keys added at creation">
        <Table
          label="SSH keys added at creation"
          framed={false}
          rows={keys.data}
          read={readState(keys)}
          columns={keyColumns}
          getId={({ id }) => id}
          getName={({ name }) => name}
          empty={<p className="px-4 py-3.5 text-ink-2">No SSH keys were added when the instance was created.</p>}
        />
      </Card>
    </>
  )
}

const Body = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-3 px-4 py-3.5">{children}</div>
)

/** Where no address leads to instances, but ports of their host do. */
function ForwardedSsh({
  running,
  forwards,
}: {
  running: boolean
  forwards: readonly InstancePortForward[] | undefined
}) {
  const ssh = forwards?.find(({ instancePort }) => instancePort === SSH_PORT)
  if (running && !forwards) return <Skeleton width="24ch" />
  if (!running || !ssh)
    return <p className="text-ink-2">While the instance runs, a port of the server's host leads to its SSH server.</p>
  return (
    <>
      <p className="text-ink-2">
        Run this on the server's host: its port {ssh.hostPort} leads to the instance. From another machine, add -J and
        the host's name. Replace USER with a user of the image, such as debian, ubuntu or root.
      </p>
      <Command>{`ssh -p ${ssh.hostPort} USER@${ssh.hostIp}`}</Command>
    </>
  )
}

/** A floating address stays with whom it is given to, so it goes before an ephemeral one. */
function SshCommand({ params, addresses }: { params: InstanceParams; addresses: readonly ExternalIp[] }) {
  const address = addresses.find(({ kind }) => kind === 'floating') ?? addresses[0]
  if (!address)
    return (
      <p className="text-ink-2">
        SSH from outside the VPC needs an external IP, and the instance has none.{' '}
        <Link to="/projects/$project/instances/$instance/networking" params={params} className="text-accent underline">
          Attach one
        </Link>
      </p>
    )
  return (
    <>
      <p className="text-ink-2">
        Connects to the {address.kind} IP. Replace USER with a user of the image, such as debian, ubuntu or root.
      </p>
      <Command>{`ssh USER@${address.ip}`}</Command>
    </>
  )
}
