import { z } from 'zod'

/** The body of every answer of status 400 and above. */
export const ErrorBody = z
  .object({
    error_code: z.string().optional(),
    message: z.string(),
    request_id: z.string(),
    /** Position of the error in a query; both count from 1. */
    position: z.object({ line: z.number().int().min(1), column: z.number().int().min(1) }).optional(),
    /** The field of the body or query at fault, with a path for nested ones: `disks[2].name`. */
    field: z.string().optional(),
    /** What is wrong with that field, without its name. */
    reason: z.string().optional(),
    /** The kind of thing that is missing, in the wrong state, or has the name that was asked for: `disk`. */
    kind: z.string().optional(),
    /** The name or id of that thing in the request. */
    selector: z.string().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
