import type { OperationId } from '@skerry/contract/operations.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { Instance } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { stillOnPage } from '~/form/still-here.ts'
import { confirm } from '~/lib/confirm.ts'
import { formatBytes, formatCpus } from '~/lib/format/numbers.ts'
import { toast } from '~/lib/toast.ts'
import { serverQuery } from '~/shell/access/capabilities.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { lockAction } from '~/shell/actions/deletion-lock.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'
import { type Action, type Place, useActions } from '~/shell/actions/use-actions.tsx'
import { noteState, type Watched } from '~/shell/activity/activity.ts'
import { follow, recordDone } from '~/shell/activity/follow.ts'
import { refreshSoon } from '~/shell/live/refresh-soon.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { instance as kind } from './instance.ts'
import { instancePath } from './queries.ts'

const QuotaLeft = lazyPart(() => import('./quota-left.tsx'))

interface InstanceContext {
  /** Whether the server can show the displays of instances. */
  hasDisplays: boolean
}

/** Commands to an instance that take a while. */
type Command = 'start' | 'stop' | 'powerOff' | 'reboot' | 'delete'

interface CommandSpec {
  label: string
  needs: OperationId
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
    needs: 'instance_start',
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
    needs: 'instance_stop',
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
    needs: 'instance_power_off',
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
    needs: 'instance_reboot',
    method: 'instanceReboot',
    wanted: 'running',
    consequence: () => 'is interrupted while it reboots. Its disks and addresses stay.',
    many: 'The instances are interrupted while they reboot. Their disks and addresses stay.',
    progress: 'Rebooting',
    done: 'rebooted',
  },
  delete: {
    label: 'Delete',
    needs: 'instance_delete',
    method: 'instanceDelete',
    wanted: 'gone',
    consequence: () =>
      'is permanently deleted. Its disks are detached, not deleted. Floating IPs are detached, an ephemeral IP is released.',
    many: 'The instances are permanently deleted. Their disks are detached, not deleted. Floating IPs are detached, ephemeral IPs are released.',
    progress: 'Deleting',
    done: 'deleted',
  },
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

function ask(command: Command, instance: Instance, { project, onDeleted }: Place<InstanceContext>): void {
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
      if (command === 'delete' && isHere()) onDeleted?.()
      void refreshAfter(method)
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

const action = (command: Command): Action<Instance, InstanceContext> => ({
  label: commands[command].label,
  needs: commands[command].needs,
  unless: instanceCan[command].refusal,
  run: (instance, place) => ask(command, instance, place),
})

const inBulk = (command: Command): Action<Instance, InstanceContext> => ({
  ...action(command),
  bulk: {
    consequence: commands[command].many,
    unless: (instance) => skipReason(command, instance),
    run: (instance) => send(command, instance).finally(() => refreshSoon(commands[command].method)),
  },
})

/** What can be done to an instance, in the order of its menu. */
const instanceActions = {
  start: inBulk('start'),
  stop: inBulk('stop'),
  powerOff: action('powerOff'),
  reboot: action('reboot'),
  resize: {
    label: 'Resize',
    needs: 'instance_update',
    unless: instanceCan.resize.refusal,
    open: lazyPart(() => import('./resize-instance.tsx')),
  },
  serialConsole: {
    label: 'View serial console',
    isWhole: true,
    needs: 'instance_serial_console',
    unless: instanceCan.serialConsole.refusal,
    path: ({ name }, project) =>
      pathTo('/projects/$project/instances/$instance/serial-console', { project, instance: name }),
  },
  graphicalConsole: {
    label: 'View graphical console',
    isWhole: true,
    needs: 'instance_graphical_console_stream',
    when: (_, { hasDisplays }) => hasDisplays,
    unless: instanceCan.graphicalConsole.refusal,
    path: ({ name }, project) =>
      pathTo('/projects/$project/instances/$instance/graphical-console', { project, instance: name }),
  },
  lock: lockAction('instance'),
  delete: { ...inBulk('delete'), danger: true },
} satisfies Record<string, Action<Instance, InstanceContext>>

/** The actions of a project's instances, with who may and when. @param onDeleted leaves the page of one that is gone. */
export function useInstanceActions(project: string, onDeleted?: () => void) {
  // The routes with these actions load it, so that no open menu grows.
  const hasDisplays = useQuery(serverQuery).data?.capabilities?.graphicalConsole === true
  return useActions(kind, instanceActions, { project, context: { hasDisplays }, onDeleted })
}
