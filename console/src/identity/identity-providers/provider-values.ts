import type { SamlIdentityProviderCreate, Silo } from '~/api/types.gen.ts'
import { toBase64 } from '~/lib/format/base64.ts'

export interface ProviderValues {
  name: string
  description: string
  technicalContactEmail: string
  spClientId: string
  standardAcs: boolean
  acsUrl: string
  sloUrl: string
  publicCert: File | null
  privateKey: File | null
  idpEntityId: string
  groupAttributeName: string
  metadataFrom: 'url' | 'file'
  metadataUrl: string
  metadataFile: File | null
}

export const newProvider: ProviderValues = {
  name: '',
  description: '',
  technicalContactEmail: '',
  spClientId: '',
  standardAcs: true,
  acsUrl: '',
  sloUrl: '',
  publicCert: null,
  privateKey: null,
  idpEntityId: '',
  groupAttributeName: '',
  metadataFrom: 'url',
  metadataUrl: '',
  metadataFile: null,
}

/** The path under which people of a silo sign in through a provider. */
export const signInPath = (silo: string, name: string): string => `/login/${silo}/saml/${name}`

/**
 * Where the provider sends people back to: at the address that the operator configured, else at this page's, with the
 * silo's own host if the page's is that of a silo.
 */
export function standardAcsUrl(silo: Pick<Silo, 'name' | 'consoleOrigin'>, name: string, page: string): string {
  const origin = silo.consoleOrigin ?? page.replace(/^(https?:\/\/)[^.]+(?=\.sys\.)/, `$1${silo.name}`)
  return `${origin}${signInPath(silo.name, name)}`
}

/** Whether only browsers of the same computer reach an address. */
export const isOfThisComputer = (url: string): boolean =>
  /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)

/** What a file is replaced by in a request: its contents, or what stands for them. */
type Contents = (file: File) => string

/** @param acsUrl the standard one */
export function providerBody(values: ProviderValues, acsUrl: string, contents: Contents): SamlIdentityProviderCreate {
  const { publicCert, privateKey, metadataFile } = values
  return {
    name: values.name,
    description: values.description,
    technicalContactEmail: values.technicalContactEmail,
    spClientId: values.spClientId,
    acsUrl: values.standardAcs ? acsUrl : values.acsUrl,
    sloUrl: values.sloUrl,
    idpEntityId: values.idpEntityId,
    ...(values.groupAttributeName && { groupAttributeName: values.groupAttributeName }),
    ...(publicCert &&
      privateKey && { signingKeypair: { publicCert: contents(publicCert), privateKey: contents(privateKey) } }),
    idpMetadataSource:
      values.metadataFrom === 'url'
        ? { type: 'url', url: values.metadataUrl }
        : { type: 'base64_encoded_xml', data: metadataFile ? contents(metadataFile) : '' },
  }
}

/** The contents of the files that were chosen, as base64. */
export async function readFiles({ publicCert, privateKey, metadataFile }: ProviderValues): Promise<Contents> {
  const read = new Map<File, string>()
  for (const file of [publicCert, privateKey, metadataFile])
    if (file) read.set(file, toBase64(new Uint8Array(await file.arrayBuffer())))
  return (file) => read.get(file) ?? ''
}
