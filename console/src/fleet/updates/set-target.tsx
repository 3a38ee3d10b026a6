import { compareVersions, targetProblem } from '@skerry/contract/rules/versions.ts'
import type { TargetRelease } from '~/api/types.gen.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'

/** Undefined before the first target. */
export const versionOf = ({ releaseSource }: TargetRelease): string | undefined =>
  releaseSource.type === 'system_version' ? releaseSource.version : undefined

/** Why a release cannot be made the target; nothing where it can. */
export function useTargetRefusal(target: TargetRelease | undefined): (version: string) => string | undefined {
  const refusal = useRefusal('target_release_update')
  const present = target && versionOf(target)
  return (version) => {
    if (refusal) return refusal
    if (present === undefined) return undefined
    if (compareVersions(version, present) === 0) return 'This release is the target already'
    return targetProblem(version, present)
  }
}

export function askToSetTarget(version: string, present: string | undefined): void {
  const request = { body: { systemVersion: version } }
  askToDo({
    title: 'Set target release',
    confirmLabel: 'Set target',
    errorTitle: 'Could not set the target release',
    body: (
      <>
        <b>{version}</b> becomes the target release{present && ` instead of ${present}`}. Switches and sleds are brought
        to it, one after the other; instances go on meanwhile. There is no way back to an older release.
      </>
    ),
    method: 'targetReleaseUpdate',
    request,
    done: () => outcome('Release', version, 'is the target'),
  })
}
