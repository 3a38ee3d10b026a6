import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Passwords } from '../../kernel/access/secrets.ts'
import { busy } from '../../kernel/http/errors.ts'
import { FairQueue } from '../../queue/fair-queue.ts'

/** argon2id, 64 MiB. */
const cost = { memory: 64 * 1024, passes: 3, parallelism: 1, tagLength: 32 }
const saltBytes = 16
const MAX_RUNNING = 4

/** Node computes it off the event loop. */
const compute = promisify((parameters: Argon2Parameters, done: (error: Error | null, tag: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

async function hash(password: string): Promise<string> {
  const nonce = randomBytes(saltBytes)
  const tag = await compute({ ...cost, message: password, nonce })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Parses a hash in the PHC string format, as `hash` or another argon2id wrote it. */
const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

async function verify(text: string, password: string): Promise<boolean> {
  const parts = stored.exec(text)
  if (!parts) throw new Error('A stored password is not an argon2id hash')
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const [nonce, tag] = parts.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer]
  const parameters = { message: password, nonce, memory, passes, parallelism, tagLength: tag.length }
  return timingSafeEqual(await compute(parameters), tag)
}

/**
 * Passwords by argon2id, at most four computations at once: each holds 64 MiB.
 * @param waiting maximum length of the queue
 * @throws 503 if the queue is full
 */
export function argonPasswords(waiting = 64): Passwords {
  const queue = new FairQueue({ running: MAX_RUNNING, waiting }, busy)
  const dummy = hash('a password nobody has')
  dummy.catch(() => undefined)

  return {
    hash: (password) => queue.run([], () => hash(password)),
    async verify(known, password) {
      const matches = await queue.run([], async () => verify(known ?? (await dummy), password))
      return known !== null && matches
    },
  }
}
