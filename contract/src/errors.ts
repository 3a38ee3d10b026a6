import { z } from 'zod'

/** The body of every answer of status 400 and above. */
export const ErrorBody = z
  .object({
    error_code: z.string().optional(),
    message: z.string(),
    request_id: z.string(),
    /** Position of the error in a query; both count from 1. */
    position: z.object({ line: z.number().int().min(1), column: z.number().int().min(1) }).optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
