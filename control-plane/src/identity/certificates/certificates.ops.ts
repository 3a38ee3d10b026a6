import type { certificates } from '@skerry/contract/identity/certificates.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import { lockSiloShared } from '../../kernel/database/names.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import { notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { checkCertificate } from './certificate-check.ts'
import { certificateView } from './certificate.view.ts'
import { type ListedCertificate, certificateBytes, certificatesOfSilo, insertCertificate } from './certificates.repo.ts'

/** The certificate in the path, in the caller's silo. @throws 404, also for callers without permission */
async function certificateInPath(call: CallAt<'certificate'>, db: Queryable): Promise<ListedCertificate> {
  const by = selector(call.params.certificate)
  const hidden = () => notFound('certificate', by)
  call.access.onHiddenInSilo(call.actor.siloId, hidden)
  const ofSilo = certificatesOfSilo(db, call.actor.siloId)
  return ('id' in by ? ofSilo.where('id', '=', by.id) : ofSilo.where('name', '=', by.name)).executeTakeFirstOrThrow(
    hidden,
  )
}

export const certificatesOps: Handlers<typeof certificates> = {
  certificate_list(call) {
    const { siloId } = call.actor
    call.access.onSilo(siloId)
    return pageOf(call.page, call.sort, certificatesOfSilo(call.db, siloId), {
      table: 'certificates',
      view: certificateView,
      bytes: certificateBytes,
    })
  },

  async certificate_create(call) {
    const { actor, body, now, services } = call
    call.access.onSilo(actor.siloId)
    const checked = await checkCertificate(body, actor.siloName, {
      now,
      domain: services.settings.domain,
      tls: services.tls,
    })
    return call.transaction(async (tx) => {
      await lockSiloShared(tx, actor.siloId)
      const certificate = await insertCertificate(tx, actor.siloId, body, checked, now)
      call.target(certificate.id)
      return certificateView(certificate)
    })
  },

  certificate_view: async (call) => certificateView(await certificateInPath(call, call.db)),

  certificate_delete(call) {
    return call.transaction(async (tx) => {
      const { id } = await certificateInPath(call, tx)
      call.target(id)
      await tx.deleteFrom('certificates').where('id', '=', id).execute()
    })
  },
}
