import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { lockWaits } from '../../testing/lock-waits.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { deleteUser } from '../users/users.repo.ts'

let server: TestServer
let me: Caller

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ED25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILOcY9h88G8TDzR30/7K+NDiO242TkkhnU2aZzR7bth4 me@home'
const ECDSA =
  'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBEcMPjHRbOHX7ihjeGXQS7EK9zHVi6uCUed1AmcOH4jzQtfy6MwgLcPilB1mobwFC6VUiyEfmkEuUUQOXC8CUac='
const RSA =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCxXHkiuKW7Cf2vqxUgl8m6VlJgWCAk5Xc3QKUbBzQCLxkuLNTmJemNfo6afc62d+dzuhb27u/Ms7Yasv8fKuNbKyPMXc00sYVo00cCHQvrClA13zxL1t5Kow0XSXNi/RsP5479YZ9BU7cpxVrRBTqRDu6b5+53xRsYuynEHWrSaEopMIR71HDQu64iLV9ijrkzhspwSiPfGGmhYQ0whBknjXtAqBQcXwnongUIXMwM5tJnEjp4cn7Dd5TWfwdfGGcg9aowbxSOl5FF403kPpogINwilbjSxHPhC21S2zE9TmWBFI3XwAMiSGkKCMU2Q/8bgY0+tcmjeUfkBHatvr4n me@home'

const ECDSA_384 =
  'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBOMkK8dObHRL0q7GxDaWhW1ELWBs2zDt42fzpOg/q+YGQNAxMbixN82z+nqI68V404zW38lnAgXi6uU74YtXH+3nhLzK8dhX8d88JZ2uvp9GrjdR9PaKUxri/WiqvdCpiA=='
const ECDSA_521 =
  'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAHaWMTzio9NuosiGFYEZ2dYFCiTg8IqGIgmSMZXb/j87LwBHuEe9azuGr54GgsGlQLN7esRWpczSGE7rI+gsSSnDgGB5N1msIdTdZ9fmm3Bvkeq/2k9KBLx991DwEBspAQJMEbSklPDJGa433jLjCMk+/XDfb66rBgSw9Js+mnmsUAI0w=='
/** A FIDO security key. */
const SK_ED25519 =
  'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIKdtLKvpwRRMdmoo1Exj8/MxSVOb5zN47eJmVg9ttVP2AAAABHNzaDo= me@key'
const SK_ECDSA =
  'sk-ecdsa-sha2-nistp256@openssh.com AAAAInNrLWVjZHNhLXNoYTItbmlzdHAyNTZAb3BlbnNzaC5jb20AAAAIbmlzdHAyNTYAAABBBAlulpLk2cp9XsbCWxwpxgKIBpxUlSki4Y3k+0huraRzVtYy4FaKyXGZ4kyCpkdhsSrkSD8ptbeks9lzV1tGe2wAAAAEc3NoOg=='

const add = (caller: Caller, name: string, key = ED25519) =>
  caller.call('current_user_ssh_key_create', { body: { name, description: 'at home', public_key: key } })

describe('current_user_ssh_key_create', () => {
  it.each([
    ['Ed25519', ED25519],
    ['ECDSA', ECDSA],
    ['ECDSA of 384 bits', ECDSA_384],
    ['ECDSA of 521 bits', ECDSA_521],
    ['Ed25519 of a security key', SK_ED25519],
    ['ECDSA of a security key', SK_ECDSA],
    ['RSA', RSA],
  ])('keeps %s as it was sent', async (_what, key) => {
    me = await server.user()
    const { status, body } = await add(me, 'laptop', key)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'laptop',
      description: 'at home',
      public_key: key,
      silo_user_id: me.userId,
    })
  })

  it.each([
    ['the newline of its file', `${ED25519}\n`],
    ['line ends of Windows', `\r\n${ED25519}\r\n`],
    ['a byte order mark', `\uFEFF${ED25519}`],
    ['other blanks around it', `\u00A0\u2003${ED25519}\u2028\u3000\t `],
  ])('keeps the line of a key that comes with %s', async (_what, key) => {
    me = await server.user()
    expect((await add(me, 'laptop', key)).body).toMatchObject({ public_key: ED25519 })
    const view = await me.ok('current_user_ssh_key_view', { path: { ssh_key: 'laptop' } })
    expect(view.public_key).toBe(ED25519)
  })

  it('refuses a user who is deleted concurrently', async () => {
    const { db } = server
    const user = await server.user()
    const deleted = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const deleting = db.transaction().execute(async (tx) => {
      await deleteUser(tx, user.userId)
      deleted.resolve()
      await finish.promise
    })
    await deleted.promise
    const answer = add(user, 'laptop')
    await expect.poll(() => lockWaits(db)).toBe(1)
    finish.resolve()
    await deleting
    expect((await answer).status).toBe(401)
  })

  it.each([
    ['nothing', '', /OpenSSH public key/],
    ['text that is not a key', 'hello world', /OpenSSH public key/],
    ['a truncated key', ED25519.slice(0, 50), /OpenSSH public key/],
    ['a type that does not match the key', ED25519.replace('ssh-ed25519', 'ssh-rsa'), /OpenSSH public key/],
    ['an unknown type', ED25519.replace('ssh-ed25519', 'ssh-ed448'), /known type/],
    ['a certificate', ED25519.replace('ssh-ed25519', 'ssh-ed25519-cert-v01@openssh.com'), /known type/],
    ['a DSA key', 'ssh-dss AAAAB3NzaC1kc3M= me@home', /DSA/],
    ['two keys', `${ED25519}\n${ECDSA}`, /one line/],
    ['two keys behind a line separator', `${ED25519}\u2028${ECDSA}`, /one line/],
    ['a key with too many bytes', `${ED25519} ${'é'.repeat(8192)}`, /at most 16384 bytes/],
    ['control characters', `${ED25519}\u001b[31m`, /control characters/],
    ['options', `command="ls" ${ED25519}`, /OpenSSH public key/],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blb\n-----END OPENSSH PRIVATE KEY-----', /private key/],
    ['a PEM private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', /private key/],
  ])('refuses %s', async (_what, key, why) => {
    const answer = await add(await server.user(), 'k', key)
    expect([answer.status, answer.body.error_code]).toEqual([400, 'InvalidValue'])
    expect(answer.body.message).toMatch(/^unsupported value for "public_key": /)
    expect(answer.body.message).toMatch(why)
  })

  it('refuses a key that is too long before parsing it', async () => {
    const { status, body } = await add(await server.user(), 'k', `${ED25519} ${'x'.repeat(16_384)}`)
    expect(status).toBe(400)
    expect(body.message).toMatch(/^unable to parse JSON body: public_key: must be at most 16384 characters/)
  })

  it('enforces the maximum number of keys, also for concurrent requests', async () => {
    const user = await server.user()
    await sql`insert into ssh_keys (id, user_id, name, description, public_key, time_created, time_modified)
      select gen_random_uuid(), ${user.userId}, 'key-' || i, '', ${ED25519}, now(), now()
      from generate_series(1, 255) i`.execute(server.db)
    const answers = await Promise.all([add(user, 'last'), add(user, 'beyond')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      error_code: 'InvalidRequest',
      message: 'a user can have at most 256 SSH keys: delete one first',
    })
    expect((await user.call('current_user_ssh_key_delete', { path: { ssh_key: 'key-1' } })).status).toBe(204)
    expect((await add(user, 'again')).status).toBe(201)
  })

  it('refuses a name that the user already has', async () => {
    const [one, other] = [await server.user(), await server.user()]
    const answers = await Promise.all([add(one, 'same'), add(one, 'same'), add(other, 'same')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400])
    const refusal = answers.find(({ status }) => status === 400)?.body
    expect(refusal).toMatchObject({
      error_code: 'ObjectAlreadyExists',
      message: 'already exists: ssh-key "same"',
    })
  })

  it('refuses an invalid name', async () => {
    expect((await add(await server.user(), 'Not A Name')).status).toBe(400)
  })
})

describe('current_user_ssh_key_list, _view and _delete', () => {
  it('list large keys in smaller pages', async () => {
    const user = await server.user()
    await sql`insert into ssh_keys (id, user_id, name, description, public_key, time_created, time_modified)
      select gen_random_uuid(), ${user.userId}, 'key-' || i, '', repeat('x', 600000), now(), now()
      from generate_series(1, 9) i`.execute(server.db)
    const names: string[] = []
    for (let token: string | undefined | null; token !== null;) {
      const query = token ? { page_token: token, limit: 1000 } : { limit: 1000 }
      const page = await user.call('current_user_ssh_key_list', { query })
      expect(page.bytes.length).toBeLessThan(4 * 2 ** 20)
      names.push(...page.body.items.map(({ name }: { name: string }) => name))
      token = page.body.next_page
    }
    expect(names).toEqual(Array.from({ length: 9 }, (_, i) => `key-${i + 1}`))
  })

  it('find only the keys of the caller', async () => {
    const [one, other] = [await server.user(), await server.user()]
    for (const name of ['b', 'a', 'c']) await add(one, name)
    const { id } = (await add(other, 'a')).body

    const page = await one.ok('current_user_ssh_key_list', { query: { limit: 2 } })
    expect(page.items.map(({ name }: { name: string }) => name)).toEqual(['a', 'b'])
    const rest = await one.ok('current_user_ssh_key_list', { query: { page_token: page.next_page } })
    expect(rest.items.map(({ name }: { name: string }) => name)).toEqual(['c'])
    expect((await one.call('current_user_ssh_key_list', { query: { limit: 0 } })).status).toBe(400)

    const view = (caller: Caller, key: string) => caller.call('current_user_ssh_key_view', { path: { ssh_key: key } })
    expect((await view(one, 'a')).body.id).toBe(page.items[0].id)
    expect((await view(other, id)).body.name).toBe('a')
    const hidden = await view(one, id)
    expect([hidden.status, hidden.body.message]).toEqual([404, `not found: ssh-key with id "${id}"`])
    expect((await view(one, 'd')).body.message).toBe('not found: ssh-key with name "d"')
    expect((await view(one, 'no name')).status).toBe(400)

    const remove = (caller: Caller, key: string) =>
      caller.call('current_user_ssh_key_delete', { path: { ssh_key: key } })
    expect((await remove(one, id)).status).toBe(404)
    expect((await remove(one, randomId())).status).toBe(404)
    expect((await remove(one, 'no name')).status).toBe(400)
    const statuses = (await Promise.all([remove(one, 'a'), remove(one, 'a')])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 404])
    expect((await remove(other, id)).status).toBe(204)
    expect((await add(one, 'a')).status).toBe(201)
  })
})
