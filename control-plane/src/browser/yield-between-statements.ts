import type { KyselyPlugin } from 'kysely'
import { yieldToEventLoop } from '../clock/yield-to-event-loop.ts'

const TURN_MS = 10

/** PGlite runs statements one after the other in one turn, in which no request of the page would arrive. */
export function yieldBetweenStatements(): KyselyPlugin {
  let turnBegan = performance.now()
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (performance.now() - turnBegan > TURN_MS) {
        await yieldToEventLoop()
        turnBegan = performance.now()
      }
      return result
    },
  }
}
