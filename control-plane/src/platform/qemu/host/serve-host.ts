import type { Duplex } from 'node:stream'
import * as z from 'zod'
import { PlatformError } from '../../interface/platform-error.ts'
import { permanentOf } from '../base/errors.ts'
import type { Host } from './host.ts'
import { linesOf } from './lines.ts'
import { type Answers, MAX_CALLS, MAX_MESSAGE_BYTES, type Method, methods, request, type Response } from './messages.ts'

/**
 * Answers the calls that arrive on a socket. Resolves when it is closed.
 * @throws for a message that is not a call, or is too large: the server sends none
 */
export async function serveHost(socket: Duplex, host: Host): Promise<void> {
  const answers = answersOf(host)
  let underWay = 0
  const reply = (response: Response) => socket.writable && socket.write(`${JSON.stringify(response)}\n`)
  try {
    for await (const line of linesOf(socket, MAX_MESSAGE_BYTES)) {
      const { id, method, parameters } = request.parse(JSON.parse(line))
      if (underWay >= MAX_CALLS) {
        reply({ id, failure: { kind: 'transient', message: `More than ${MAX_CALLS} calls are under way` } })
        continue
      }
      underWay++
      void answer(answers, method, parameters).then((outcome) => {
        underWay--
        reply({ id, ...outcome })
      })
    }
  } catch (error) {
    // A server that is killed while calls or answers are on their way resets the connection.
    if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

type Outcome = { result: unknown } | Omit<Extract<Response, { failure: unknown }>, 'id'>

async function answer(answers: Answers, method: Method, value: unknown): Promise<Outcome> {
  const parameters = methods[method].parameters.safeParse(value)
  if (!parameters.success)
    return { failure: { kind: 'permanent', message: `${method}: ${z.prettifyError(parameters.error)}` } }
  try {
    const work = answers[method] as (parameters: unknown) => Promise<unknown>
    return { result: await work(parameters.data) }
  } catch (caught) {
    const error = permanentOf(caught)
    return {
      failure: { kind: error instanceof PlatformError ? error.kind : null, message: (error as Error).message },
    }
  }
}

function answersOf({ processes, networks, convert }: Host): Answers {
  const hostNetworks = () => {
    if (!networks) throw new PlatformError('permanent', 'This host has no networks')
    return networks
  }
  const conversions = new Map<string, AbortController>()
  return {
    startMachine: (order) => processes.start(order),
    findMachine: async ({ id, runId, user }) => (await processes.find(id, runId, user)) ?? null,
    ownsMachine: ({ id, ...process }) => processes.owns(id, { ...process, cgroup: null }),
    giveLayer: async (given) => asNull(await processes.giveLayer(given)),
    clearMachine: async ({ id }) => asNull(await processes.clear(id)),
    killMachine: async ({ id, ...process }) => asNull(await processes.kill(id, { ...process, cgroup: null })),
    convertImage: async (order) => {
      if (!convert) throw new PlatformError('permanent', 'This host converts no images')
      const end = new AbortController()
      conversions.set(order.target, end)
      try {
        return asNull(await convert(order, end.signal))
      } finally {
        if (conversions.get(order.target) === end) conversions.delete(order.target)
      }
    },
    endConversion: async ({ target }) => asNull(conversions.get(target)?.abort(ended())),
    restoreNetworks: (documents) => hostNetworks().restore(documents),
    ensureNetwork: async (document) => asNull(await hostNetworks().ensure(document)),
    removeNetwork: async ({ vpcId }) => asNull(await hostNetworks().remove(vpcId)),
    listNetworks: async () => [...(await hostNetworks().list())],
  }
}

const ended = () => new PlatformError('gone', 'The conversion was ended')
const asNull = (_: void): null => null
