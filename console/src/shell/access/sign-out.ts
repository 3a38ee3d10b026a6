import { api } from '~/api/api.ts'
import { leaveFor } from '~/api/session.ts'
import { clearSavedForms } from '~/form/saved-forms.ts'
import { mayEndSession } from '~/lib/unfinished-work.ts'
import { clearActivity } from '../activity/activity.ts'
import { clearQueries } from './query-history.ts'

/** Ends the session, deletes what this browser kept for the user, and leaves for the sign-in page. */
export async function signOut(): Promise<void> {
  if (!(await mayEndSession())) return
  // Logging out always succeeds on the server; without an answer the sign-in page is still right.
  await api.logout().catch(() => undefined)
  clearActivity()
  clearSavedForms()
  clearQueries()
  leaveFor('/login')
}
