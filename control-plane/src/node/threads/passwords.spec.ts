import { expect, test } from 'vitest'
import { argonPasswords } from './passwords.ts'

const passwords = argonPasswords()

test('a hash is argon2id at the cost we promise, and lets only its password in', async () => {
  const stored = await passwords.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  expect(await passwords.verify(stored, 'correct horse')).toBe(true)
  expect(await passwords.verify(stored, 'battery staple')).toBe(false)
})

test('hashes of other implementations of argon2id let in too', async () => {
  // By the library that Skerry used at first.
  const stored = '$argon2id$v=19$m=65536,t=3,p=1$eKtacmU25BiLHoMHg/58iA$xivXQDgbB8XYbjA4UmtQsSJ1h8SSqZA/Y5doibIXDbs'
  expect(await passwords.verify(stored, 'correct horse')).toBe(true)
  expect(await passwords.verify(stored, 'correct hors')).toBe(false)
})

test('without a hash nobody gets in, not even with the password of the dummy', async () => {
  expect(await passwords.verify(null, 'a password nobody has')).toBe(false)
})

test('more computations than may run at once all come to their end', async () => {
  const hashes = await Promise.all(Array.from({ length: 9 }, (_, i) => passwords.hash(`password ${i}`)))
  expect(new Set(hashes).size).toBe(9)
})

test('a queue that is too long is refused, and what waits is not', async () => {
  const passwords = argonPasswords(1)
  const asked = await Promise.allSettled(Array.from({ length: 7 }, (_, i) => passwords.verify(null, `guess ${i}`)))
  expect(asked.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected', 'rejected'])
  expect(asked.at(-1)).toMatchObject({ reason: { status: 503 } })
  expect(await passwords.verify(null, 'later')).toBe(false)
})
