import { useState } from 'react'
import { useNow } from '~/lib/clock.ts'
import { isBeforeRequest, questions } from '~/lib/confirm.ts'
import { useStore } from '~/lib/store.ts'

/** How long the request has taken, once that is more than a moment. */
export function Waiting() {
  const open = useStore(questions)
  return open.some(isBeforeRequest) ? null : <Elapsed />
}

function Elapsed() {
  const now = useNow()
  const [begin] = useState(now)
  const seconds = Math.floor((now - begin) / 1000)
  return (
    <span role="status" className="text-sm text-ink-3">
      {seconds >= 2 && (
        <>
          Waiting for the server<span aria-hidden="true">, {seconds} s</span>
        </>
      )}
    </span>
  )
}
