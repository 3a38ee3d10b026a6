import { useStore } from '~/ui/store.ts'
import { connectionLost } from './connection.ts'

export function ConnectionBanner() {
  if (!useStore(connectionLost)) return null
  return (
    <p
      role="status"
      className="fixed inset-x-0 top-0 z-70 mx-auto w-fit rounded-b-lg border border-t-0 border-busy/50 bg-raised px-4 py-2 font-medium shadow-overlay"
    >
      Connection lost, trying again
    </p>
  )
}
