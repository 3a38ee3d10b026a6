import type { OperationId } from '@skerry/contract/operations.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { Instance } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { stillOnPage } from '~/form/still-here.ts'
import { confirm } from '~/lib/confirm.ts'
import { formatBytes, formatCpus } from '~/lib/format/numbers.ts'
import { toast } from '~/lib/toast.ts'
import { serverQuery } from '~/shell/access/capabilities.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { lockItems } from '~/shell/actions/deletion-lock.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'
import { noteState, type Watched } from '~/shell/activity/activity.ts'
import { follow, recordDone } from '~/shell/activity/follow.ts'
import { refreshSoon } from '~/shell/live/refresh-soon.ts'
import type { BulkAction } from '~/table/bulk-bar.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import { instancePath } from './queries.ts'

const QuotaLeft = lazyPart(() => import('./quota-left.tsx'))
const ResizeInstance = lazyPart(() => import('./resize-instance.tsx'))

/** Commands to an instance that take a while. */
type Command = 'start' | 'stop' | 'powerOff' | 'reboot' | 'delete'
export type InstanceAction = Command | 'resize' | 'serialConsole' | 'graphicalConsole'

interface CommandSpec {
  label: string
  method: 'instanceStart' | 'instanceStop' | 'instancePowerOff' | 'instanceReboot' | 'instanceDelete'
  /** The state that ends it well. */
  wanted: Watched['wanted'] | 'gone'
  /** The consequence, after the name. */
  consequence: (instance: Instance) => ReactNode
  /** The consequence for several. */
  many: string
  /** Before the name in the toast, while it goes on. */
  progress: string
  /** After the name, once it is done. */
  done: string
}

const commands: Record<Command, CommandSpec> = {
  start: {
    label: 'Start',
    method: 'instanceStart',
    wanted: 'running',
    consequence: ({ ncpus, memory }) => (
      <>
        uses {formatCpus(ncpus)} and {formatBytes(Number(memory))} of memory of the quota
        <PartBoundary quiet>
          <QuotaLeft />
        </PartBoundary>
        .
      </>
    ),
    many: 'The instances use CPU and memory of the quota.',
    progress: 'Starting',
    done: 'started',
  },
  stop: {
    label: 'Stop',
    method: 'instanceStop',
    wanted: 'stopped',
    consequence: () =>
      'is asked by ACPI to shut down, and powered off if it has not after a minute. Its disks and addresses stay, its CPU and memory are freed.',
    many: 'The instances are asked by ACPI to shut down, and powered off if they have not after a minute. Their disks and addresses stay, their CPU and memory are freed.',
    progress: 'Stopping',
    done: 'stopped',
  },
  powerOff: {
    label: 'Power off',
    method: 'instancePowerOff',
    wanted: 'stopped',
    consequence: () =>
      'loses power at once, without shutting down: data that its system has not written yet is lost. Its disks and addresses stay, its CPU and memory are freed.',
    many: 'The instances lose power at once, without shutting down: data that their systems have not written yet is lost.',
    progress: 'Powering off',
    done: 'powered off',
  },
  reboot: {
    label: 'Reboot',
    method: 'instanceReboot',
    wanted: 'running',
    consequence: () => 'is interrupted while it reboots. Its disks and addresses stay.',
    many: 'The instances are interrupted while they reboot. Their disks and addresses stay.',
    progress: 'Rebooting',
    done: 'rebooted',
  },
  delete: {
    label: 'Delete',
    method: 'instanceDelete',
    wanted: 'gone',
    consequence: () =>
      'is permanently deleted. Its disks are detached, not deleted. Floating IPs are detached, an ephemeral IP is released.',
    many: 'The instances are permanently deleted. Their disks are detached, not deleted. Floating IPs are detached, ephemeral IPs are released.',
    progress: 'Deleting',
    done: 'deleted',
  },
}

const operation: Record<InstanceAction, OperationId> = {
  start: 'instance_start',
  stop: 'instance_stop',
  powerOff: 'instance_power_off',
  reboot: 'instance_reboot',
  delete: 'instance_delete',
  resize: 'instance_update',
  serialConsole: 'instance_serial_console',
  graphicalConsole: 'instance_graphical_console_stream',
}

const send = (command: Command, { id }: Instance): Promise<Instance | undefined> =>
  apiCall(commands[command].method, { path: { instance: id } })

/**
 * Sends a command and shows it in the activity menu until the instance is in the wanted state.
 * @returns whether it is in that state already
 */
async function run(command: Command, project: string, instance: Instance): Promise<boolean> {
  const { label, wanted } = commands[command]
  const { id, name, runState } = instance
  if (runState === 'running' || runState === 'stopped') noteState({ kind: 'instance', id, wanted: runState })
  const answer = await send(command, instance)
  const verb = `${label} instance`
  if (wanted !== 'gone')
    return follow(
      { verb, name, to: instancePath(project, name), watched: { kind: 'instance', id, wanted } },
      answer?.runState ?? '',
    )
  recordDone({ verb, name })
  return true
}

/** Why a selected instance is left out: also its state, and what to do about it. */
function skipReason(command: Command, instance: Instance): string | undefined {
  const { refusal, noOp } = instanceCan[command]
  const { runState } = instance
  const reason = refusal(instance)
  // Another reason, such as a lock, does not depend on the state.
  if (!reason || reason !== refusal(runState)) return reason
  if (noOp.includes(runState)) return `${reason}. It is already ${runState}.`
  return `${reason}. It is ${runState}: ${runState === 'running' ? 'stop it first' : 'try again when that is over'}.`
}

export interface InstanceActionsOptions {
  /** Leaves the page of an instance that is gone. */
  onDeleted?: (instance: Instance) => void
}

export interface InstanceActions {
  /** Why an action cannot be had now: by role, then by state. */
  refusal: (action: InstanceAction, instance: Instance) => string | undefined
  /** Asks, then sends; says so in a toast and in the activity menu. */
  ask: (command: Command, instance: Instance) => void
  resize: (instance: Instance) => void
  /** Menu items in the order of the action table; some of them where named. */
  menu: (instance: Instance, only?: readonly InstanceAction[]) => MenuItem[]
  /** Start, Stop and Delete for many. */
  bulk: readonly BulkAction<Instance>[]
  /** Render it once on the page: the form that Resize opens. */
  dialog: ReactNode
}

const order: readonly InstanceAction[] = [
  'start',
  'stop',
  'powerOff',
  'reboot',
  'resize',
  'serialConsole',
  'graphicalConsole',
  'delete',
]

/** What can be done to the instances of a project, with who may and when. @param project name or id of the URL. */
export function useInstanceActions(project: string, { onDeleted }: InstanceActionsOptions = {}): InstanceActions {
  const refused = useRefusals({ project })
  // The routes with these actions load it, so that no open menu grows.
  const hasDisplays = useQuery(serverQuery).data?.capabilities?.graphicalConsole === true
  const [resized, setResized] = useState<Instance | null>(null)

  const refusalOf = (action: InstanceAction, instance: Instance) =>
    refused(operation[action]) ?? instanceCan[action].refusal(instance)

  const ask = (command: Command, instance: Instance) => {
    const { label, method, consequence, progress, done } = commands[command]
    const isHere = stillOnPage()
    void confirm({
      title: `${label} instance`,
      body: (
        <>
          <b>{instance.name}</b> {consequence(instance)}
        </>
      ),
      danger: command === 'delete' || command === 'powerOff',
      copyAs: <CopyAsButton request={copyRequest(method, { path: { instance: instance.id } })} />,
      action: async () => {
        const isDone = await run(command, project, instance)
        if (command === 'delete' && isHere()) onDeleted?.(instance)
        void refreshAfter(commands[command].method)
        toast({
          // While it goes on the activity menu says when it is there.
          variant: isDone ? 'success' : 'info',
          content: isDone ? (
            outcome('Instance', instance.name, done)
          ) : (
            <>
              {progress} instance <b className="font-medium">{instance.name}</b>
            </>
          ),
        })
      },
    })
  }

  const item = (action: InstanceAction, instance: Instance): MenuItem => {
    const refusal = refusalOf(action, instance)
    if (action === 'resize') return { label: 'Resize', refusal, onSelect: () => setResized(instance) }
    if (action === 'serialConsole') {
      const params = { project, instance: instance.name }
      const link = <Link to="/projects/$project/instances/$instance/serial-console" params={params} />
      return { label: 'View serial console', refusal, link }
    }
    if (action === 'graphicalConsole') {
      const params = { project, instance: instance.name }
      const link = <Link to="/projects/$project/instances/$instance/graphical-console" params={params} />
      return { label: 'View graphical console', refusal, link }
    }
    const danger = action === 'delete'
    return { label: commands[action].label, refusal, danger, onSelect: () => ask(action, instance) }
  }

  const many = (command: Command): BulkAction<Instance> => ({
    label: commands[command].label,
    things: 'instances',
    consequence: commands[command].many,
    danger: command === 'delete',
    refusal: refused(operation[command]),
    unless: (instance) => skipReason(command, instance),
    run: (instance) => send(command, instance).finally(() => refreshSoon(commands[command].method)),
  })

  return {
    refusal: refusalOf,
    ask,
    resize: setResized,
    menu: (instance, only = order) =>
      order
        .filter((action) => only.includes(action) && (action !== 'graphicalConsole' || hasDisplays))
        .flatMap((action) => [
          ...(action === 'delete' ? lockItems('instance', instance, refused) : []),
          item(action, instance),
        ]),
    bulk: [many('start'), many('stop'), many('delete')],
    dialog: resized && (
      <PartBoundary onFailed={() => setResized(null)}>
        <ResizeInstance
          key={resized.id}
          instance={resized}
          to={instancePath(project, resized.name)}
          onClose={() => setResized(null)}
        />
      </PartBoundary>
    ),
  }
}
