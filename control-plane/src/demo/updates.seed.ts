import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { componentsOf } from '../fleet/rack/updates/components.repo.ts'
import { insertRepository } from '../fleet/rack/updates/repositories.repo.ts'
import { insertTrustRoot } from '../fleet/rack/updates/trust-roots.repo.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { daysAgo, type Seeding } from './seeding.ts'

/** Everything runs the first; the second was uploaded later. */
const RELEASES = [
  { systemVersion: '1.4.0', daysOld: 75 },
  { systemVersion: '1.5.0', daysOld: 4 },
] as const
const TARGET_DAYS_OLD = 74

const ARTIFACTS = [
  { name: 'sled-image', kind: 'sled_os', size: 811_597_824 },
  { name: 'sled-boot', kind: 'sled_firmware', size: 4_194_304 },
  { name: 'switch-image', kind: 'switch_os', size: 402_653_184 },
] as const

/** Two releases and the trust root that signed them. Private keys and archives do not exist. */
export async function seedUpdates(seeding: Seeding): Promise<void> {
  const { tx, inventory } = seeding
  await insertTrustRoot(tx, stringifyJson(await signedRoot(daysAgo(seeding, -900))), daysAgo(seeding, 300))
  for (const { systemVersion, daysOld } of RELEASES) {
    const artifacts = ARTIFACTS.map((artifact) => ({
      ...artifact,
      version: systemVersion,
      hash: hashOf(`${artifact.name} ${systemVersion}`),
    }))
    const received = {
      id: randomId(),
      systemVersion,
      hash: hashOf(systemVersion),
      targetsRoleVersion: 1,
      validUntil: daysAgo(seeding, daysOld - 730),
      artifacts,
    }
    await insertRepository(tx, received, `harbour-${systemVersion}.zip`, daysAgo(seeding, daysOld))
  }
  const { systemVersion } = RELEASES[0]
  const time = daysAgo(seeding, TARGET_DAYS_OLD)
  await tx
    .updateTable('target_release')
    .set({ generation: 2, system_version: systemVersion, time_requested: time })
    .execute()
  const components = componentsOf(inventory)
  const updated = { generation: 2, state: 'updated' as const, system_version: systemVersion, problem: null }
  if (components.length)
    await tx
      .insertInto('release_components')
      .values(components.map((component) => ({ ...component, ...updated, time_modified: time })))
      .execute()
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const hex = (bytes: ArrayBuffer): string => bytesToHex(new Uint8Array(bytes))
const hashOf = (text: string): string => bytesToHex(sha256(bytesOf(text)))

/** A root role signed by one key, which is then discarded. */
async function signedRoot(expires: Date): Promise<object> {
  const pair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
  const publicKey = hex(await crypto.subtle.exportKey('raw', pair.publicKey))
  const keyid = hashOf(publicKey)
  const role = { keyids: [keyid], threshold: 1 }
  // Keys in alphabetical order: the canonical form, which is signed.
  const signed = {
    _type: 'root',
    consistent_snapshot: true,
    expires: `${expires.toISOString().slice(0, 19)}Z`,
    keys: { [keyid]: { keytype: 'ed25519', keyval: { public: publicKey }, scheme: 'ed25519' } },
    roles: { root: role, snapshot: role, targets: role, timestamp: role },
    spec_version: '1.0.31',
    version: 1,
  }
  const sig = hex(await crypto.subtle.sign('Ed25519', pair.privateKey, bytesOf(JSON.stringify(signed))))
  return { signatures: [{ keyid, sig }], signed }
}
