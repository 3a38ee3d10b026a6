import autocannon from 'autocannon'
import { smokePostgres } from './smoke.ts'

const SECONDS = 2

/** Requests per second that are answered over so many connections; a smoke run sends only one over each. */
export async function requestsPerSecond(url: string, connections: number, cookie: string): Promise<number> {
  const began = performance.now()
  const work = smokePostgres ? { amount: connections, sampleInt: 20 } : { duration: SECONDS }
  const result = await autocannon({ url, connections, headers: { cookie }, ...work })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result['2xx'] / ((performance.now() - began) / 1000)
}
