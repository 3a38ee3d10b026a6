import type { CertificateCreate } from '@skerry/contract/identity/certificates.ts'
import type { SiloCreate, silos } from '@skerry/contract/identity/silos.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { ApiError, forbidden, invalidRequest, invalidValue, notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { type CheckedCertificate, checkCertificate, type CheckOptions } from '../certificates/certificate-check.ts'
import { insertCertificate } from '../certificates/certificates.repo.ts'
import { isSamlName, MAX_SAML_NAME } from '../identity-providers/saml.ts'
import { keepFleetAdmin } from '../policies/fleet-admins.repo.ts'
import { lockQuota, refuseNegative } from '../quotas/quotas.repo.ts'
import { siloView } from './silo.view.ts'
import { deleteSilo, discoverableSilos, firstProject, insertAdminGroup, insertSilo, lockSilo } from './silos.repo.ts'
import { siloInPath } from './silos.scope.ts'

/** Group names in assertions are separated by commas and trimmed: no other name would ever match. */
function checkAdminGroup({ admin_group_name: name, identity_mode }: SiloCreate): void {
  if (typeof name !== 'string') return
  if (identity_mode === 'local_only')
    throw invalidRequest('admin_group_name needs an identity provider: a local_only silo has none')
  if (!name || name !== name.trim() || name.includes(','))
    throw invalidValue('admin_group_name', 'must not be empty, have commas, or begin or end with a space')
  if (!isSamlName(name)) throw invalidValue('admin_group_name', 'must not have control characters')
  if (name.length > MAX_SAML_NAME)
    throw invalidValue('admin_group_name', `must be at most ${MAX_SAML_NAME} characters long`)
}

/** Each is parsed and verified before the silo is created. */
const MAX_NEW_CERTIFICATES = 16

/** A refusal names it and its place: there may be several. @throws 400 */
async function checkNamed(
  certificate: CertificateCreate,
  index: number,
  silo: string,
  options: CheckOptions,
): Promise<CheckedCertificate> {
  try {
    return await checkCertificate(certificate, silo, options)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const which = ` (certificate "${certificate.name}")`
    const { reason, given } = error.about
    throw error.withMessage(`${error.message}${which}`).concerning({
      reason: reason && `${reason}${which}`,
      field: given?.name && `tls_certificates[${index}].${given.name}`,
    })
  }
}

export const silosOps: Handlers<typeof silos> = {
  silo_list(call) {
    call.access.onFleet()
    return pageOf(call.page, call.sort, discoverableSilos(call.db), {
      table: 'silos',
      view: siloView(call.services.settings),
    })
  },

  async silo_create(call) {
    const { body, now, services } = call
    call.access.onFleet(forbidden, body.mapped_fleet_roles)
    checkAdminGroup(body)
    refuseNegative(body.quotas)
    if (body.tls_certificates.length > MAX_NEW_CERTIFICATES)
      throw invalidRequest(`a silo is created with at most ${MAX_NEW_CERTIFICATES} certificates: add the others later`)
    const options = { now, domain: services.settings.domain, tls: services.tls }
    const certificates: { certificate: CertificateCreate; checked: CheckedCertificate }[] = []
    // One after the other: parsing all of them would be one turn of the event loop.
    for (const [index, certificate] of body.tls_certificates.entries())
      certificates.push({ certificate, checked: await checkNamed(certificate, index, body.name, options) })
    return call.transaction(async (tx) => {
      const { admin_group_name, tls_certificates: _, ...fields } = body
      const silo = await insertSilo(tx, fields, now)
      call.target(silo.id)
      if (typeof admin_group_name === 'string') await insertAdminGroup(tx, silo.id, admin_group_name, now)
      for (const { certificate, checked } of certificates)
        await insertCertificate(tx, silo.id, certificate, checked, now)
      await services.siloImages.insert(tx, silo.id, now)
      return siloView(services.settings)(silo)
    })
  },

  silo_view: async (call) => siloView(call.services.settings)(await siloInPath(call, call.db)),

  silo_delete(call) {
    return call.transaction(async (tx) => {
      const { id } = await siloInPath(call, tx)
      call.target(id)
      await keepFleetAdmin(tx, async () => {
        await lockQuota(tx, id)
        const silo = await lockSilo(tx, id)
        if (!silo) throw notFound('silo', selector(call.params.silo))
        await call.confirmAccess(tx)
        const project = await firstProject(tx, id)
        if (project) throw invalidRequest(`silo "${silo.name}" has project "${project.name}": delete it first`)
        await call.services.siloImages.remove(tx, id)
        await deleteSilo(tx, id)
      })
    })
  },
}
