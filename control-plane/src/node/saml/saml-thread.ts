import { SamlProblem } from '../../identity/identity-providers/saml.ts'
import { serveJobs } from '../threads/serve-jobs.ts'
import { readKeyPair } from './key-pair.ts'
import { readMetadata } from './metadata.ts'
import { requestUrl } from './request.ts'
import { readResponse } from './response.ts'

const functions = { readMetadata, readKeyPair, readResponse, requestUrl }
type Functions = typeof functions
export type SamlFunction = keyof Functions
export type Input<Name extends SamlFunction> = Parameters<Functions[Name]>
export type Output<Name extends SamlFunction> = Awaited<ReturnType<Functions[Name]>>

export interface SamlJob {
  name: SamlFunction
  input: unknown[]
}
/** A message between threads does not preserve the class of an error. */
export type SamlJobResult = { output: unknown } | { problem: string }

serveJobs<SamlJob, SamlJobResult>(async ({ name, input }) => {
  try {
    return { output: await (functions[name] as (...input: unknown[]) => Promise<unknown>)(...input) }
  } catch (error) {
    if (error instanceof SamlProblem) return { problem: error.message }
    throw error
  }
})
