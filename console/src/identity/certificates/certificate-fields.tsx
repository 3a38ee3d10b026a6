import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { TextAreaField } from '~/form/text-fields.tsx'
import { validateCertificate, validatePrivateKey } from './pem.ts'

const certNames = ['cert']
const keyNames = ['key']

interface CertificateFieldsProps<V extends FieldValues> {
  control: Control<V>
  /** Where the form keeps the certificate. */
  cert: FieldPath<V>
  /** Where it keeps the key. */
  privateKey: FieldPath<V>
  /** What the certificate has to cover: `north-quay.sys.example.org`. */
  host: string
}

/** A TLS certificate and its key, both as PEM. */
export const CertificateFields = <V extends FieldValues>({
  control,
  cert,
  privateKey,
  host,
}: CertificateFieldsProps<V>) => (
  <>
    <TextAreaField
      control={control}
      name={cert}
      apiNames={certNames}
      label="Certificate"
      required
      mono
      rows={6}
      placeholder="-----BEGIN CERTIFICATE-----"
      hint={`PEM, with this certificate first, then its chain. It must cover ${host}.`}
      rules={[validateCertificate]}
    />
    <TextAreaField
      control={control}
      name={privateKey}
      apiNames={keyNames}
      label="Private key"
      required
      mono
      secret
      rows={6}
      placeholder="-----BEGIN PRIVATE KEY-----"
      hint="PEM. The key is never shown again."
      rules={[validatePrivateKey]}
    />
  </>
)
