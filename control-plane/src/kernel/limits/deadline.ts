import type { Clock } from '../../clock/clock.ts'
import { unavailable } from '../http/errors.ts'

/**
 * Waits for `work` at most `ms` milliseconds. Work that takes longer continues, and its result is ignored.
 * @throws 503 then
 */
export function withDeadline<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(unavailable(new Error(`no answer for ${ms / 1000} s`))))
    work.then(resolve, reject).finally(cancel)
  })
}
