import type { metrics } from '@skerry/contract/fleet/metrics.ts'
import type { Operation } from '@skerry/contract/operation.ts'
import { selectedProject } from '../../../kernel/access/scope.ts'
import type { Call, Handlers } from '../../../kernel/http/call.ts'
import { invalidRequest } from '../../../kernel/http/errors.ts'
import { writtenAs } from '../../../kernel/http/etag.ts'
import { readSamples } from '../sample-reads.ts'
import { schemas } from '../schemas.ts'
import { answerOf } from './answer.ts'
import { type EngineParts, runQuery } from './engine.ts'
import { parseOxql } from './parser.ts'
import { positionOf, QueryError } from './query-error.ts'

const MAX_LENGTH = 4096

type OxqlOperations = Pick<
  typeof metrics,
  'timeseries_query' | 'system_timeseries_query' | 'system_timeseries_schema_list'
>

export const oxqlOps: Handlers<OxqlOperations> = {
  async timeseries_query(call) {
    const project = selectedProject(call)
    return runText(call, call.body.query, { silo_id: project.silo_id, project_id: project.id })
  },

  async system_timeseries_query(call) {
    call.access.onFleet()
    return runText(call, call.body.query)
  },

  system_timeseries_schema_list(call) {
    call.access.onFleet()
    const { after, limit, tokenAfter } = call.page
    const rest = schemas.filter(({ timeseries_name: name }) => !after || name > after[0]!)
    const items = rest.slice(0, limit)
    const last = items.at(-1)
    return { items, next_page: rest.length > items.length && last ? tokenAfter([last.timeseries_name]) : null }
  },
}

/** @throws 400 with the position of the error in the query */
function runText<View extends object>(
  call: Call<Operation>,
  text: string,
  scope?: EngineParts['scope'],
): Promise<View> {
  const { services, now } = call
  const { db, platform } = services
  if (text.length > MAX_LENGTH) throw invalidRequest(`a query has at most ${MAX_LENGTH} characters`)
  return readSamples(call, async (yielder) => {
    try {
      const parts = { db, samples: platform.samples, now, yielder, ...(scope && { scope }) }
      return writtenAs<View>(await answerOf(await runQuery(parts, parseOxql(text, now)), yielder))
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      const about = { field: 'query', kind: error.kind }
      throw invalidRequest(error.message, positionOf(error.offset, text)).concerning(about)
    }
  })
}
