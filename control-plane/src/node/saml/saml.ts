import { type Saml, SamlProblem } from '../../identity/identity-providers/saml.ts'
import { JobTooLarge, type PoolLimits, WorkerPool } from '../threads/worker-pool.ts'
import type { Input, Output, SamlFunction, SamlJob, SamlJobResult } from './saml-thread.ts'

/** A job takes milliseconds. A silo with slower jobs occupies one thread and leaves the other to the rest. */
const LIMITS: PoolLimits = {
  threads: 2,
  threadsOfOwner: 1,
  waiting: 64,
  waitingOfOwner: 8,
  waitMs: 10_000,
  deadlineMs: 2000,
  heapMb: 128,
}

/** Runs node-saml and its libraries in worker threads: responses come from anonymous clients and may be hostile. */
export function samlInThreads(): Saml {
  const pool = new WorkerPool<SamlJob, SamlJobResult>(new URL('saml-thread.ts', import.meta.url), LIMITS)

  async function run<Name extends SamlFunction>(
    owner: string,
    name: Name,
    ...input: Input<Name>
  ): Promise<Output<Name>> {
    const result = await pool.run(owner, { name, input }).catch((error: unknown) => {
      throw error instanceof JobTooLarge ? new SamlProblem(error.message) : error
    })
    if ('problem' in result) throw new SamlProblem(result.problem)
    return result.output as Output<Name>
  }

  return {
    readMetadata: (siloId, xml, entityId) => run(siloId, 'readMetadata', xml, entityId),
    readKeyPair: (siloId, publicCert, privateKey) => run(siloId, 'readKeyPair', publicCert, privateKey),
    // A limit of its own: a client that sends many of these does not block the responses of other users.
    requestUrl: (provider, relayState) => run(`requests ${provider.silo_id}`, 'requestUrl', provider, relayState),
    readResponse: (provider, response, now) => run(provider.silo_id, 'readResponse', provider, response, now),
    close: () => pool.close(),
  }
}
