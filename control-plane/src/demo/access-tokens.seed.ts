import { hashSecret, randomSecret } from '../kernel/access/secrets.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { daysAgo, known, type Seeding } from './seeding.ts'

/** Age and remaining lifetime in days; no lifetime means that it never expires. The secrets are not kept. */
const TOKENS: [user: string, age: number, left?: number][] = [
  ['admin', 120],
  ['admin', 3, 27],
  ['mara-lindqvist', 60],
  ['jonas-weber', 12, 18],
  ['leila-haddad', 1, 1],
  ['hanna-virtanen', 20, 10],
]

export async function seedAccessTokens(seeding: Seeding, users: ReadonlyMap<string, string>): Promise<void> {
  await seeding.tx
    .insertInto('access_tokens')
    .values(
      TOKENS.map(([user, age, left]) => ({
        id: randomId(),
        token_hash: hashSecret(randomSecret()),
        user_id: known(users, user),
        client_id: randomId(),
        time_created: daysAgo(seeding, age),
        time_expires: left === undefined ? null : daysAgo(seeding, -left),
      })),
    )
    .execute()
}
