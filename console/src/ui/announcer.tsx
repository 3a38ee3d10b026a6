import { announcements } from '~/lib/announce.ts'
import { useStore } from '~/lib/store.ts'

/** The live region of `announce`; mounted once, beside the app. */
export function Announcer() {
  const now = useStore(announcements)
  return (
    <div className="sr-only" role="status" aria-live="polite" aria-relevant="additions">
      {now.map((message) => (
        <p key={message.id}>{message.text}</p>
      ))}
    </div>
  )
}
