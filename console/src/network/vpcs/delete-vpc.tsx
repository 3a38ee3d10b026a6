import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { Vpc } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { stillOnPage } from '~/form/still-here.ts'
import { messageOf } from '~/lib/errors.ts'
import { formatNumber, plural } from '~/lib/format/numbers.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import { Button } from '~/ui/button.tsx'
import { Modal } from '~/ui/modal.tsx'
import { Notice } from '~/ui/notice.tsx'
import { ReadFailureNotice } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { Waiting } from '~/ui/waiting.tsx'
import { deleteVpc, type UsedSubnet, vpcUseQuery } from './deletion.ts'

interface DeleteVpcProps {
  /** Its name or id. */
  project: string
  vpc: Vpc
  onClose: () => void
  /** Leaves the page of the VPC that is gone. */
  onDeleted?: () => void
}

/** Names what keeps a VPC from being deleted, and deletes it, its empty subnets too where that is chosen. */
export default function DeleteVpc({ project, vpc, onClose, onDeleted }: DeleteVpcProps) {
  const query = useQuery(vpcUseQuery(project, vpc))
  const [withSubnets, setWithSubnets] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isClosed = useRef(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const [isHere] = useState(() => stillOnPage())
  const { subnets = [], used = [] } = query.data ?? {}
  const refusal =
    (!query.data && 'What is in the way is not known yet') ||
    (used.length > 0 && 'Delete these first') ||
    (subnets.length > 0 && !withSubnets && 'A VPC with subnets is not deleted: tick the box')

  const close = () => {
    isClosed.current = true
    onClose()
  }
  const send = async () => {
    if (busy || refusal) return
    setBusy(true)
    setFailure(undefined)
    try {
      await deleteVpc(vpc, subnets)
    } catch (error) {
      const content = messageOf(error)
      if (isClosed.current) return toast({ variant: 'error', title: 'Could not delete VPC', content })
      setFailure(content)
      void query.refetch()
      return setBusy(false)
    }
    toast({ content: outcome('VPC', vpc.name, 'deleted') })
    close()
    if (isHere()) onDeleted?.()
  }
  return (
    <Modal
      role="alertdialog"
      title="Delete VPC"
      onDismiss={close}
      initialFocus={cancel}
      onModEnter={() => void send()}
      footer={
        <>
          <Button
            variant="danger"
            busy={busy}
            refusal={refusal}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => void send()}
          >
            Confirm
          </Button>
          <Button ref={cancel} onClick={close}>
            {busy ? 'Close' : 'Cancel'}
          </Button>
          {busy && <Waiting />}
          <span className="ml-auto">
            <CopyAsButton request={copyRequest('vpcDelete', { path: { vpc: vpc.id } })} />
          </span>
        </>
      }
    >
      {failure && <Notice tone="bad" title="Error" content={failure} />}
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        <b className="font-medium text-ink">{vpc.name}</b> is permanently deleted, along with its routers, routes,
        internet gateways and firewall rules.
      </p>
      {!query.data ? (
        <Unknown failure={failureOf(query)} />
      ) : used.length > 0 ? (
        <InTheWay params={{ project, vpc: vpc.name }} used={used} onLeave={close}>
          <Button size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
            Check again
          </Button>
        </InTheWay>
      ) : (
        subnets.length > 0 && (
          <label className="flex cursor-pointer items-start gap-2 pointer-coarse:py-2.5">
            <input
              type="checkbox"
              className="tick mt-0.5"
              checked={withSubnets}
              disabled={busy}
              onChange={(event) => setWithSubnets(event.target.checked)}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              Delete its empty {subnets.length === 1 ? 'subnet' : `${formatNumber(subnets.length)} subnets`} first:{' '}
              {subnets.map(({ name }) => name).join(', ')}
            </span>
          </label>
        )
      )}
    </Modal>
  )
}

const Unknown = ({ failure }: { failure: ReturnType<typeof failureOf> }) =>
  failure ? <ReadFailureNotice what="What is in the way" failure={failure} /> : <Skeleton width="100%" />

interface InTheWayProps {
  params: { project: string; vpc: string }
  used: readonly UsedSubnet[]
  /** A link leads away from the question. */
  onLeave: () => void
  children: ReactNode
}

/** The subnets in use, and what is in each of them. */
function InTheWay({ params, used, onLeave, children }: InTheWayProps) {
  const link = { onClick: onLeave, className: 'text-accent underline underline-offset-3' }
  const { project } = params
  return (
    <section aria-label="In the way" className="flex flex-col items-start gap-2">
      <p className="text-ink-2">Its subnets are in use. Delete or move what is in them first:</p>
      <ul className="flex w-full flex-col gap-2">
        {used.map(({ id, name, interfaces, count = 0, probes }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            Subnet{' '}
            <Link to="/projects/$project/vpcs/$vpc/subnets" params={params} {...link}>
              {name}
            </Link>
            <ul className="list-disc pl-5 text-ink-2">
              {interfaces.map(({ id: nic, name: nicName, instance }) => (
                <li key={nic}>
                  Network interface {nicName} of instance{' '}
                  <Link to="/projects/$project/instances/$instance/networking" params={{ project, instance }} {...link}>
                    {instance}
                  </Link>
                </li>
              ))}
              {count > interfaces.length && <li>{plural(count - interfaces.length, 'more network interface')}</li>}
              {probes.map((probe) => (
                <li key={probe}>
                  Probe{' '}
                  <Link to="/projects/$project/probes/$probe" params={{ project, probe }} {...link}>
                    {probe}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
