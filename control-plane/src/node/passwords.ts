import { hash, verify } from '@node-rs/argon2'
import { unavailable } from '../kernel/errors.ts'
import type { Passwords } from '../kernel/secrets.ts'

/** argon2id, 64 MiB; the library computes off the event loop. */
const cost = { algorithm: 2, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }
const atOnce = 4

/**
 * Passwords by argon2id, at most four computations at once: each holds 64 MiB.
 * @param mostWaiting for a turn: whoever comes then is told at once to come back, for a long queue helps nobody
 * @throws 503 beyond that
 */
export function argonPasswords(mostWaiting = 64): Passwords {
  const waiting: (() => void)[] = []
  let running = 0
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce && waiting.length >= mostWaiting) throw unavailable()
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  const dummy = hash('a password nobody has', cost)
  dummy.catch(() => undefined)

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(stored, password) {
      const matches = await inTurn(async () => verify(stored ?? (await dummy), password))
      return stored !== null && matches
    },
  }
}
