import { config } from 'zod'

// Else zod tries `new Function`, and the browser reports a violation of the content security policy.
config({ jitless: true })
