import { deletionLockRefusal } from '@skerry/contract/rules/deletion-lock.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshAfter, useApiMutation } from '~/api/queries.ts'
import type { Project } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { useStillHere } from '~/form/still-here.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { useRefusal, useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { lockItems } from '~/shell/actions/deletion-lock.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'
import { useClosePanel } from '~/shell/paths/use-close-panel.ts'
import { Button } from '~/ui/button.tsx'
import { LockMark } from '~/ui/lock-mark.tsx'
import { Notice } from '~/ui/notice.tsx'
import { SidePanel } from '~/ui/side-panel.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { Waiting } from '~/ui/waiting.tsx'
import { type Blocker, blockersQuery, type Left } from './blockers.ts'
import { DeleteAll } from './delete-all.tsx'
import { projectQuery } from './queries.ts'
import { RemoveNetwork } from './remove-network.tsx'

const route = getRouteApi('/_app/_projects/projects/$project/delete')

export function DeleteProject() {
  const { data: project } = useSuspenseQuery(projectQuery(route.useParams().project))
  const blockers = useQuery(blockersQuery(project))
  const refusal = useRefusal('project_delete', { project: project.id })
  const close = useClosePanel('/projects')
  const remove = useApiMutation('projectDelete')
  const [checking, setChecking] = useState(false)
  const check = async () => {
    setChecking(true)
    await blockers.refetch()
    setChecking(false)
  }
  const checkAgain = () => {
    // The refusal was about what was there before.
    if (!remove.isPending) remove.reset()
    return check()
  }
  const request = { path: { project: project.id } }
  const isHere = useStillHere()
  const send = async () => {
    if (remove.isPending) return
    try {
      await remove.mutateAsync(request)
    } catch (error) {
      if (isHere()) return check()
      return toast({ variant: 'error', title: 'Could not delete project', content: messageOf(error) })
    }
    toast({ content: outcome('Project', project.name, 'deleted') })
    void refreshAfter('projectDelete')
    if (isHere()) void close()
  }
  const left = blockers.data?.blockers ?? []
  const failure = remove.error ?? blockers.error

  return (
    <SidePanel
      title="Delete project"
      onDismiss={close}
      footer={
        <>
          <Button
            variant="danger"
            busy={remove.isPending}
            refusal={
              refusal ??
              deletionLockRefusal(project) ??
              (left.length > 0
                ? 'Delete these first'
                : !blockers.data && 'What is left in the project is not known yet')
            }
            onClick={() => void send()}
          >
            Delete project
          </Button>
          <Button onClick={close}>{remove.isPending ? 'Close' : 'Cancel'}</Button>
          {remove.isPending && <Waiting />}
          <span className="ml-auto">
            <CopyAsButton request={copyRequest('projectDelete', request)} />
          </span>
        </>
      }
    >
      {project.deletionLocked && <DeletionLocked project={project} />}
      {failure && <Notice tone="bad" title="Error" content={messageOf(failure)} />}
      {blockers.data && <Summary name={project.name} {...blockers.data} />}
      {blockers.isPending && <Skeleton width="100%" />}
      {left.map((blocker) => (
        <Kind
          key={blocker.method}
          blocker={blocker}
          project={project.name}
          mayDelete={!refusal}
          onChanged={checkAgain}
        />
      ))}
      <div>
        <Button busy={checking} onClick={() => void checkAgain()}>
          Check again
        </Button>
      </div>
    </SidePanel>
  )
}

/** What to do about the lock, which every way of deleting the project is refused for. */
function DeletionLocked({ project }: { project: Project }) {
  const items = lockItems('project', project, useRefusals({ project: project.id }))
  return (
    <Notice
      tone="warn"
      title="Deletion is locked"
      content="The project cannot be deleted until its deletion is unlocked."
      actions={items.map(({ label, refusal, onSelect }) => (
        <Button key={label} size="sm" refusal={refusal} onClick={onSelect}>
          {label}
        </Button>
      ))}
    />
  )
}

const Summary = ({ name, blockers, unread }: Left & { name: string }) => (
  <p className="text-pretty text-ink-2">
    {blockers.length > 0 ? 'These are still in ' : 'Nothing is left in '}
    <b className="font-medium text-ink">{name}</b>
    {blockers.length > 0
      ? ". Delete them from the top: deleting the instances frees disks, addresses and VPCs. The browser's Back button returns here."
      : '. It can be deleted. This cannot be undone.'}
    {unread.length > 0 && ` Could not be checked: ${unread.join(', ')}.`}
  </p>
)

const most = 10

interface KindProps {
  blocker: Blocker
  project: string
  mayDelete: boolean
  onChanged: () => Promise<unknown>
}

/** One kind of what is left: how many, and the first ten of them. Screens that exist are linked. */
function Kind({ blocker, project, mayDelete, onChanged }: KindProps) {
  const { method, label, list, page, things } = blocker
  const link = 'text-accent hover:underline'
  return (
    <section aria-label={label} className="rounded-lg border border-line">
      <div className="flex min-h-11 items-center gap-2 border-b border-line px-4 py-1.5">
        <h3 className="flex items-center gap-2 font-semibold">
          {list ? (
            <Link to={list(project)} className={link}>
              {label}
            </Link>
          ) : (
            label
          )}
          <span className="font-normal text-ink-3 tabular-nums">{things.length}</span>
        </h3>
        {mayDelete && <DeleteAll blocker={blocker} project={project} onChanged={onChanged} />}
      </div>
      <ul>
        {things.slice(0, most).map((thing) => (
          <li key={thing.id} className="flex min-h-10 items-center gap-2 px-4 py-1">
            <span className="min-w-0 flex-1 truncate">
              {page ? (
                <Link to={page(project, thing.name)} className={link}>
                  {thing.name}
                </Link>
              ) : (
                thing.name
              )}
            </span>
            {thing.deletionLocked && <LockMark>Deletion locked</LockMark>}
            {method === 'vpcList' && <RemoveNetwork vpc={thing} project={project} onRemoved={onChanged} />}
          </li>
        ))}
      </ul>
      {things.length > most && <p className="px-4 pb-2.5 text-ink-3">and {things.length - most} more</p>}
    </section>
  )
}
