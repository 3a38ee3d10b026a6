import type { sessions } from '@skerry/contract/identity/sessions.ts'
import { sessionCookie, sessionSecrets } from '../../kernel/access/session-cookie.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { notFound, unauthorized } from '../../kernel/http/errors.ts'
import { siloByName } from '../silos/silos.repo.ts'
import { createSession, endSession, localUser, stillHasPassword } from './sessions.repo.ts'
import { countAttempt, forgiveAttempt, type SignInAttempt } from './sign-in-throttle.ts'

export const sessionsOps: Handlers<Pick<typeof sessions, 'login_local' | 'logout'>> = {
  async login_local(call) {
    const { db, services, now, body } = call
    const silo = await siloByName(db, call.params.silo_name)
    if (!silo) throw notFound('silo', { name: call.params.silo_name })
    if (silo.identity_mode !== 'local_only') throw notFound('identity-provider', { name: 'local' })

    const attempt: SignInAttempt = { siloId: silo.id, username: body.username, remoteAddress: call.remoteAddress }
    await countAttempt(db, attempt, now)
    call.target(body.username)
    call.identifiedAs({ siloId: silo.id })
    const user = await localUser(db, silo.id, body.username)
    const matches = await services.passwords.verify(user?.password_hash ?? null, body.password)
    // Also where a hash of an empty password was written to the database by hand.
    if (!user || !matches || !body.password) throw unauthorized()
    const secret = await call.transaction(async (tx) => {
      if (!(await stillHasPassword(tx, user))) throw unauthorized()
      call.identifiedAs({ userId: user.id, siloId: silo.id })
      await forgiveAttempt(tx, attempt, user.id, now)
      return createSession(tx, user.id, now)
    })
    const seconds = services.settings.sessions.absoluteMs / 1000
    call.headers['set-cookie'] = sessionCookie(services.sessionCookie, secret, { seconds, secure: call.secure })
  },

  async logout(call) {
    const { request, secure, services } = call
    for (const secret of sessionSecrets(request.headers, secure))
      await call.transaction(async (tx) => {
        const ended = await endSession(tx, secret)
        if (ended) call.target(ended.id)
      })
    call.headers['set-cookie'] = sessionCookie(services.sessionCookie, '', { seconds: 0, secure })
  },
}
