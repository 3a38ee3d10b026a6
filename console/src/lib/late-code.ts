import { useEffect } from 'react'
import { fetchCode } from './code.ts'
import { messageOf } from './errors.ts'
import { createStore, useStore } from './store.ts'
import { toast } from './toast.ts'
import { whenIdle } from './when-idle.ts'

/** Code of a control with a simple stand-in until the page is painted or the control is used. */
export function lateCode<T extends object>(load: () => Promise<T>) {
  const code = createStore<T | undefined>(undefined)
  const set = (loaded: T) => code.set(loaded)
  const fetch = () => void (code.get() ?? load().then(set, () => undefined))
  return {
    /** The code once it is loaded. */
    use() {
      const now = useStore(code)
      useEffect(() => (now ? undefined : whenIdle(fetch)), [now])
      return now
    },
    /** At the first sign of interest. */
    fetch,
    /** On use: a toast shows where it cannot be loaded. */
    fetchWanted: () =>
      void fetchCode(load).then(set, (error: unknown) =>
        toast({ variant: 'error', title: 'Could not open', content: messageOf(error) }),
      ),
  }
}
