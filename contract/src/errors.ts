import { z } from 'zod'

/** The body of every answer of status 400 and above. */
export const ErrorBody = z
  .object({ error_code: z.string().optional(), message: z.string(), request_id: z.string() })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
