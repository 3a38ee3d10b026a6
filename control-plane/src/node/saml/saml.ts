import { type Saml, SamlProblem } from '../../identity/identity-providers/saml.ts'
import { ATTEMPTS_A_MINUTE } from '../../identity/sessions/sign-in-throttle.ts'
import type { Owners } from '../../queue/fair-queue.ts'
import { JobTooLarge, type PoolLimits, WorkerPool } from '../threads/worker-pool.ts'
import type { Input, Output, SamlFunction, SamlJob, SamlJobResult } from './saml-thread.ts'

/**
 * Owners are a silo, then the kind of job, then a source address. A job takes milliseconds. A silo with slow jobs uses
 * one thread and at most half of the waiting places; each kind of job has half of these, and an address as many as it
 * may fail in a minute.
 */
const LIMITS: PoolLimits = {
  threads: 2,
  threadsOfOwner: [1, 1, 1],
  waiting: 256,
  waitingOfOwner: [128, 64, ATTEMPTS_A_MINUTE.address],
  waitMs: 20_000,
  deadlineMs: 2000,
  heapMb: 128,
}

/** Runs node-saml and its libraries in worker threads: responses come from anonymous clients and may be hostile. */
export function samlInThreads(): Saml {
  const pool = new WorkerPool<SamlJob, SamlJobResult>(new URL('saml-thread.ts', import.meta.url), LIMITS)

  async function run<Name extends SamlFunction>(
    owners: Owners,
    name: Name,
    ...input: Input<Name>
  ): Promise<Output<Name>> {
    const result = await pool.run(owners, { name, input }).catch((error: unknown) => {
      throw error instanceof JobTooLarge ? new SamlProblem(error.message) : error
    })
    if ('problem' in result) throw new SamlProblem(result.problem)
    return result.output as Output<Name>
  }

  return {
    readMetadata: (siloId, xml, entityId) => run([siloId, 'metadata'], 'readMetadata', xml, entityId),
    readKeyPair: (siloId, ...pair) => run([siloId, 'metadata'], 'readKeyPair', ...pair),
    // A limit of its own: a client that sends many of these does not block the responses of other users.
    requestUrl: (provider, from, relayState) =>
      run([provider.silo_id, 'requests', from], 'requestUrl', provider, relayState),
    readResponse: (provider, from, response, now) =>
      run([provider.silo_id, 'responses', from], 'readResponse', provider, response, now),
    close: () => pool.close(),
  }
}
