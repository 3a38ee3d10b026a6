import type { Tx } from '../database/database.ts'
import type { SagaSlots } from './claim-sagas.ts'
import { asError, failureOf, messageOf } from './saga-failure.ts'
import {
  findSaga,
  isRunning,
  LeaseLost,
  lockSaga,
  type SagaProgress,
  releaseSaga,
  releaseWaiting,
  type SagaRow,
  saveProgress,
} from './saga-store.ts'
import {
  isPermanent,
  type SagaContext,
  type SagaDefinition,
  type SagaStep,
  WaitForSaga,
  type WriteContext,
} from './saga.ts'
import { unlessOvertaken } from './unless-overtaken.ts'

export interface SagaLimits {
  /** How many sagas a worker runs at once, by whether their next step is short or slow. */
  slots: { short: SagaSlots; slow: SagaSlots }
  /** Duration of a lease. A saga whose lease has ended counts as abandoned. */
  leaseMs: number
  pollMs: number
  /** How often the database is read for sagas that requests wait for, in case another process runs them. */
  watchMs: number
  /** Attempts of a step before the saga is undone. */
  attempts: number
  /**
   * The wait after the first failure, doubled after each further one up to `maxBackoffMs`. An undo and a step that
   * cannot be undone are retried until they succeed.
   */
  backoffMs: number
  maxBackoffMs: number
}

export const standardLimits: SagaLimits = {
  slots: {
    short: { all: 128, ofSilo: 96, ofProject: 64 },
    slow: { all: 32, ofSilo: 24, ofProject: 16 },
  },
  leaseMs: 30_000,
  pollMs: 5_000,
  watchMs: 250,
  attempts: 5,
  backoffMs: 500,
  maxBackoffMs: 5 * 60_000,
}

type Step = SagaStep<object>

interface Driver {
  limits: SagaLimits
  beforeStep: ((saga: string, step: string) => void | Promise<void>) | undefined
  /** The platform, with the order of the saga or of its undo. */
  ordered(order: number): SagaContext['platform']
  write(tx: Tx): WriteContext
  /** Called after the transaction of a step is committed. */
  committed(tx: Tx): void
  /** Called once the saga has ended. */
  ended(): Promise<void>
  /** Called with true before a step's work outside the database, with false after it. */
  outside(outside: boolean): void
}

/**
 * Runs the steps of a claimed saga and stores the progress after each, until the saga ends or must wait.
 * @returns milliseconds until its next attempt; undefined when it ended, waits for another saga or was released
 * @throws when its progress could not be stored; another worker claims it when the lease ends
 */
export async function driveSaga(
  row: SagaRow,
  saga: SagaDefinition<object>,
  context: SagaContext,
  driver: Driver,
): Promise<number | undefined> {
  let at: SagaRow = row
  while (at.state === 'running') {
    const { signal, clock, db, log } = context
    if (signal.aborted) {
      if (!(signal.reason instanceof LeaseLost)) await releaseSaga(db, at, clock.now())
      return undefined
    }
    const step = saga.steps[at.step]
    if (!step) throw new Error(`Saga ${saga.name} has no step ${at.step}`)
    try {
      if (!at.undoing) await outside(driver, async () => driver.beforeStep?.(saga.name, step.name))
      const after = await (at.undoing ? undo : advance)(at, saga, step, context, driver)
      log('debug', 'saga step done', { step: step.name, undoing: at.undoing, state: after.state })
      at = after
      // Its next step is slow and needs a slow slot.
      if (at.state === 'running' && !after.keep) return 0
    } catch (error) {
      if (error instanceof LeaseLost) return undefined
      if (signal.aborted) continue
      if (error instanceof WaitForSaga) return await wait(at, error.sagaId, context, driver)
      const progress = afterFailure(at, saga, step, error, clock.now(), driver.limits)
      log('warn', 'saga step failed', { step: step.name, undoing: at.undoing, attempts: at.attempts + 1, error })
      await saveProgress(db, at, progress, clock.now())
      if (progress.state === 'running' && !progress.keep) return progress.due.getTime() - clock.now().getTime()
      at = { ...at, ...progress } as SagaRow
    }
  }
  await driver.ended()
  return undefined
}

/** Releases the saga until another has ended. The worker of that saga makes it due then, unless it crashes. */
async function wait(at: SagaRow, sagaId: string, { db, clock }: SagaContext, { limits }: Driver) {
  const { undoing, step, data, attempts, error, failure, slow } = at
  const due = new Date(clock.now().getTime() + limits.pollMs)
  const same = { state: 'running', undoing, step, data, attempts, error, failure, slow } as const
  await saveProgress(db, at, { ...same, waits_for: sagaId, due, keep: false }, clock.now())
  // Checked after the wait is stored: the awaited saga may have ended before. If this one has waited for it already,
  // it checks again when it is due.
  if (at.waits_for === sagaId || (await isRunning(db, sagaId))) return undefined
  await releaseWaiting(db, sagaId, clock.now())
  return 0
}

async function advance(at: SagaRow, saga: SagaDefinition<object>, step: Step, context: SagaContext, driver: Driver) {
  const next = (result: object | void): SagaProgress => {
    const [step, data] = [at.step + 1, { ...at.data, ...result }]
    const progress = { ...base(at, context, driver), step, data, ...ending(step === saga.steps.length, 'done') }
    if (at.slow || !isSlow(saga.steps[step], data)) return progress
    return { ...progress, slow: true, keep: false, due: context.clock.now() }
  }
  if ('do' in step) {
    const awaitedFailure = await failureOfAwaited(at, context)
    const work = () => step.do({ ...context, awaitedFailure }, at.data)
    const result = await outside(driver, saga.forward ? () => unlessOvertaken(work) : work)
    const progress = next(result)
    // The write that follows records both: a do step may be repeated, and each record costs a commit.
    const following = saga.steps[progress.step]
    if (following && 'write' in following) return { ...at, ...progress } as SagaRow & Pick<SagaProgress, 'keep'>
    return save(context.db, at, progress, context)
  }
  return inTransaction(at, context, driver, async (tx) => next(await step.write(tx, at.data, driver.write(tx))))
}

async function failureOfAwaited({ waits_for }: SagaRow, { db }: SagaContext) {
  const awaited = waits_for ? await findSaga(db, waits_for) : undefined
  // A saga that is being undone has failed for good, and its resource may be gone before it ends.
  return awaited?.failure && (awaited.undoing || awaited.state !== 'running') ? asError(awaited.failure) : undefined
}

async function undo(at: SagaRow, saga: SagaDefinition<object>, step: Step, context: SagaContext, driver: Driver) {
  const before = lastUndoable(saga.steps, at.step - 1)
  const progress: SagaProgress = { ...base(at, context, driver), step: before, ...ending(before < 0, 'undone') }
  if ('do' in step) {
    const platform = driver.ordered(at.order_no + 1)
    await outside(driver, () => unlessOvertaken(async () => step.undo?.({ ...context, platform }, at.data)))
    return save(context.db, at, progress, context)
  }
  return inTransaction(at, context, driver, async (tx) => {
    await step.unwrite?.(tx, at.data, driver.write(tx))
    return progress
  })
}

async function outside<T>(driver: Driver, work: () => Promise<T>): Promise<T> {
  driver.outside(true)
  try {
    return await work()
  } finally {
    driver.outside(false)
  }
}

/** Runs a step and stores its progress in one transaction. */
async function inTransaction(
  at: SagaRow,
  context: SagaContext,
  driver: Driver,
  work: (tx: Tx) => Promise<SagaProgress>,
) {
  const { tx, saved } = await context.db.transaction().execute(async (tx) => {
    await lockSaga(tx, at)
    return { tx, saved: await save(tx, at, await work(tx), context) }
  })
  driver.committed(tx)
  return saved
}

function afterFailure(
  at: SagaRow,
  saga: SagaDefinition<object>,
  step: Step,
  error: unknown,
  now: Date,
  limits: SagaLimits,
): SagaProgress {
  const attempts = at.attempts + 1
  const isForward = at.undoing || saga.forward
  const same = {
    undoing: at.undoing,
    step: at.step,
    data: at.data,
    // A retry, too, fails with the failure of the saga that it waited for.
    waits_for: at.waits_for,
    slow: at.slow,
    error: messageOf(error),
    failure: at.undoing ? at.failure : failureOf(error),
  }
  const backoff = Math.min(limits.backoffMs * 2 ** Math.min(attempts - 1, 30), limits.maxBackoffMs)
  const due = new Date(now.getTime() + backoff)
  const isRetried = isForward || (attempts < limits.attempts && !isPermanent(error))
  if (isRetried) return { ...same, state: 'running', attempts, due, keep: false }
  // A failed transaction leaves nothing to undo; a step outside a transaction may be half done.
  const from = lastUndoable(saga.steps, 'do' in step ? at.step : at.step - 1)
  const ended = ending(from < 0, 'undone')
  return {
    ...same,
    undoing: true,
    step: from,
    attempts: 0,
    due: new Date(now.getTime() + limits.leaseMs),
    ...ended,
  }
}

function lastUndoable(steps: readonly Step[], from: number): number {
  let index = from
  for (; index >= 0; index--) {
    const step = steps[index]
    if (step && ('do' in step ? step.undo : step.unwrite)) break
  }
  return index
}

const ending = (ended: boolean, state: 'done' | 'undone') =>
  ({ state: ended ? state : 'running', keep: !ended }) as const

const base = (at: SagaRow, { clock }: SagaContext, { limits }: Driver) => ({
  undoing: at.undoing,
  data: at.data,
  attempts: 0,
  error: at.undoing ? at.error : null,
  failure: at.undoing ? at.failure : null,
  waits_for: null,
  slow: at.slow,
  due: new Date(clock.now().getTime() + limits.leaseMs),
})

async function save(db: Tx | SagaContext['db'], at: SagaRow, progress: SagaProgress, { clock }: SagaContext) {
  await saveProgress(db, at, progress, clock.now())
  return { ...at, ...progress } as SagaRow & Pick<SagaProgress, 'keep'>
}

/** Whether a step may take minutes. */
export const isSlow = (step: Step | undefined, data: object): boolean =>
  step !== undefined && 'do' in step && (step.slow?.(data) ?? false)
