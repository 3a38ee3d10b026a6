import type { AnswerOf, Method, RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { rewrite } from '../conflict/rewrite.ts'
import { askToDo } from './ask-to-do.tsx'
import { type Lockable, lockLabel, type LockableKind } from './deletion-lock.tsx'
import { outcome } from './outcome.tsx'

interface Kind<V extends Method, M extends Change> {
  label: string
  view: V
  method: M
  at: (id: string) => RequestOf<V>
}

const asking =
  <V extends Method, M extends Change>({ label, view, method, at }: Kind<V, M>) =>
  ({ id, name, deletionLocked }: Lockable): void => {
    const path = at(id)
    const request = { ...path, body: { locked: !deletionLocked } } as RequestOf<M>
    askToDo({
      title: lockLabel(deletionLocked),
      body: deletionLocked ? (
        <>
          <b>{name}</b> can be deleted again.
        </>
      ) : (
        <>
          <b>{name}</b> cannot be deleted until its deletion is unlocked. It can still be changed.
        </>
      ),
      method,
      request,
      send: () => rewrite({ view, at: path, update: method, request: () => request }) as Promise<AnswerOf<M>>,
      done: () => outcome(label, name, deletionLocked ? 'can be deleted again' : 'is locked against deletion'),
    })
  }

/** Asks whether to lock or unlock the deletion of a thing. */
export const askDeletionLock: Record<LockableKind, (thing: Lockable) => void> = {
  disk: asking({
    label: 'Disk',
    view: 'diskView',
    method: 'diskDeletionLockUpdate',
    at: (disk) => ({ path: { disk } }),
  }),
  image: asking({
    label: 'Image',
    view: 'imageView',
    method: 'imageDeletionLockUpdate',
    at: (image) => ({ path: { image } }),
  }),
  instance: asking({
    label: 'Instance',
    view: 'instanceView',
    method: 'instanceDeletionLockUpdate',
    at: (instance) => ({ path: { instance } }),
  }),
  project: asking({
    label: 'Project',
    view: 'projectView',
    method: 'projectDeletionLockUpdate',
    at: (project) => ({ path: { project } }),
  }),
  vpc: asking({
    label: 'VPC',
    view: 'vpcView',
    method: 'vpcDeletionLockUpdate',
    at: (vpc) => ({ path: { vpc } }),
  }),
}
