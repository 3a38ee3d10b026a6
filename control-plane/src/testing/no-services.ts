import { noUpdateArchives } from '../fleet/rack/updates/update-archives.ts'
import { noArchives } from '../fleet/support-bundles/archives.ts'
import { noTls } from '../identity/certificates/tls.ts'
import { noSaml } from '../identity/identity-providers/saml.ts'
import type { WingServices } from '../kernel/services/services.ts'

/** For a saga worker without a control plane. */
export const noServices: WingServices = {
  archives: noArchives,
  updateArchives: noUpdateArchives,
  imageFetching: undefined,
  hashing: undefined,
  saml: noSaml,
  tls: noTls,
  hardwareLeft: async () => undefined,
  siloImages: { async insert() {}, async remove() {} },
}
