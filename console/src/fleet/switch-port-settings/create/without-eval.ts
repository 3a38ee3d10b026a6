import { config } from 'zod'

// Else zod tries `new Function`, and the browser reports a violation of the content security policy. A module of its
// own, the first that the page imports: zod reads it when schemas are created.
config({ jitless: true })
