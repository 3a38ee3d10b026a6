import { createClient } from './client.ts'
import { goToLogin } from './session.ts'

/** The client of the console's own host; a session that has ended leads to the sign-in page. */
export const api = createClient({ onUnauthorized: () => goToLogin() })
