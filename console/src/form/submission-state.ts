import { asFailure, type Failure, isCancelled } from '~/lib/errors.ts'
import { createStore, type Store } from '~/lib/store.ts'

/** `sending`: a request is out. `leaving`: on the way to another page, until that page is there. */
type Phase = 'idle' | 'sending' | 'leaving'

interface SubmissionState {
  phase: Phase
  /** From the moment it is sent until it has failed, or has led to the next page. */
  busy: boolean
  failure: Failure | null
}

interface Sending<A> {
  send: () => Promise<A>
  /** Leads on after success. What it returns resolves when the next page is there. */
  onSuccess: (answer: A) => unknown
  /** Shows a failure that the form can no longer show. */
  onLateFailure: (failure: Failure) => void
}

export interface Submission {
  state: Store<SubmissionState>
  /** Sends once at a time, and not on the way out. */
  submit: <A>(sending: Sending<A>) => Promise<void>
  /** Navigates away, also while a request is out: its answer then has no effect. */
  leave: (go: () => unknown) => Promise<void>
  /** The failure is about a value that was changed since. */
  forgive: () => void
}

interface SubmissionPlace {
  /** Whether the user still looks at the form. */
  isHere: () => boolean
  /** Resolves when the next page is shown. */
  arrival: () => Promise<void>
}

/** The state of a form. It alone decides whether the form may be sent or left. */
export function createSubmission({ isHere, arrival }: SubmissionPlace): Submission {
  const state = createStore<SubmissionState>({ phase: 'idle', busy: false, failure: null })
  const change = (changes: Partial<SubmissionState>) => state.set((now) => ({ ...now, ...changes }))
  let inFlight = false

  const leave = async (go: () => unknown) => {
    if (state.get().phase === 'leaving') return
    change({ phase: 'leaving' })
    await go()
    // Navigation was cancelled (Back), or the form belongs to a page that stays.
    if (isHere()) change({ phase: inFlight ? 'sending' : 'idle', busy: inFlight })
  }

  return {
    state,
    leave,
    forgive: () => change({ failure: null }),
    submit: async ({ send, onSuccess, onLateFailure }) => {
      if (inFlight || state.get().phase !== 'idle') return
      inFlight = true
      change({ phase: 'sending', busy: true, failure: null })
      const answered = await send().then(
        (answer) => ({ answer }),
        (error: unknown) => ({ failure: isCancelled(error) ? null : asFailure(error) }),
      )
      inFlight = false
      const isLeft = state.get().phase === 'leaving' || !isHere()
      if ('failure' in answered) {
        if (!isLeft) change({ phase: 'idle', busy: false, failure: answered.failure })
        else if (answered.failure) onLateFailure(answered.failure)
      } else await leave(isLeft ? arrival : () => onSuccess(answered.answer))
    },
  }
}
