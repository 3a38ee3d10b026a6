import { expect, it, vi } from 'vitest'
import { createSubmission } from './submission-state.ts'

/** A form whose request and whose way to the next page end when the test resolves them. */
function openForm() {
  let here = true
  const request = Promise.withResolvers<string>()
  const way = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const submission = createSubmission({ isHere: () => here, arrival: () => arrived.promise })
  const sending = {
    send: vi.fn<() => Promise<string>>(() => request.promise),
    onSuccess: vi.fn<(answer: string) => Promise<void>>(() => way.promise),
    onLateFailure: vi.fn<(failure: { message: string }) => void>(),
  }
  return {
    submission,
    sending,
    request,
    way,
    arrived,
    goElsewhere: () => (here = false),
    submit: () => submission.submit(sending),
    phase: () => submission.state.get().phase,
    busy: () => submission.state.get().busy,
  }
}

it('sends once, and stays closed until the next page is there', async () => {
  const { submit, sending, request, way, phase, busy, goElsewhere, submission } = openForm()
  const sent = submit()
  await submit()
  expect(phase()).toBe('sending')
  request.resolve('answer')
  await vi.waitFor(() => expect(sending.onSuccess).toHaveBeenCalledWith('answer'))
  expect(phase()).toBe('leaving')
  await submit()
  await submission.leave(() => expect.unreachable('it is being left already'))
  goElsewhere()
  way.resolve()
  await sent
  expect(sending.send).toHaveBeenCalledOnce()
  expect({ phase: phase(), busy: busy() }).toEqual({ phase: 'leaving', busy: true })
})

it('shows what went wrong, and can be sent again', async () => {
  const { submit, sending, request, submission } = openForm()
  const sent = submit()
  request.reject(new Error('taken'))
  await sent
  expect(submission.state.get()).toMatchObject({ phase: 'idle', busy: false, failure: { message: 'taken' } })
  const again = submit()
  expect(submission.state.get()).toMatchObject({ phase: 'sending', failure: null })
  await again
  expect(sending.send).toHaveBeenCalledTimes(2)
})

it('shows no failure where the user has called it off, or has changed what it was about', async () => {
  const calledOff = openForm()
  calledOff.request.reject(new DOMException('Cancelled', 'AbortError'))
  await calledOff.submit()
  expect(calledOff.submission.state.get()).toEqual({ phase: 'idle', busy: false, failure: null })
  const refused = openForm()
  refused.request.reject(new Error('taken'))
  await refused.submit()
  refused.submission.forgive()
  expect(refused.submission.state.get()).toEqual({ phase: 'idle', busy: false, failure: null })
})

it('leads nowhere after it was left while sending', async () => {
  const { submit, sending, request, submission, goElsewhere, arrived } = openForm()
  const sent = submit()
  await submission.leave(goElsewhere)
  request.resolve('answer')
  arrived.resolve()
  await sent
  expect(sending.onSuccess).not.toHaveBeenCalled()
  expect(sending.onLateFailure).not.toHaveBeenCalled()
})

it('reports a failure elsewhere after it was left', async () => {
  const { submit, sending, request, submission, goElsewhere } = openForm()
  const sent = submit()
  await submission.leave(goElsewhere)
  request.reject(new Error('no room'))
  await sent
  expect(sending.onLateFailure).toHaveBeenCalledWith(expect.objectContaining({ message: 'no room' }))
  expect(submission.state.get().failure).toBeNull()
})

it('leads nowhere after somebody went to another page by a link', async () => {
  const { submit, sending, request, goElsewhere, arrived, phase } = openForm()
  const sent = submit()
  goElsewhere()
  request.resolve('answer')
  await vi.waitFor(() => expect(phase()).toBe('leaving'))
  arrived.resolve()
  await sent
  expect(sending.onSuccess).not.toHaveBeenCalled()
})

it('opens again where the way to the next page was cut off', async () => {
  const { submit, request, way, phase, busy } = openForm()
  const sent = submit()
  request.resolve('answer')
  way.resolve()
  await sent
  expect({ phase: phase(), busy: busy() }).toEqual({ phase: 'idle', busy: false })
})

it('is still sending where Cancel was cut off', async () => {
  const { submit, submission, phase } = openForm()
  void submit()
  await submission.leave(() => undefined)
  expect(phase()).toBe('sending')
})
