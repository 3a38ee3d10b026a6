import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Key, Metadata, MetaFile, Root, Signature, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models'
import yazl from 'yazl'

type Roles = 'root' | 'timestamp' | 'snapshot' | 'targets'

/** A publisher of repositories, with one Ed25519 key per role. */
export interface Publisher {
  keys: Record<Roles, SigningKey>
  /** The root role, as operators add it to the trust roots. */
  rootRole: object
}

interface SigningKey {
  id: string
  privateKey: KeyObject
  public: Key
}

const EXPIRES = '2100-01-01T00:00:00Z'
const ROLES: readonly Roles[] = ['root', 'timestamp', 'snapshot', 'targets']

function signingKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const bytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')
  const id = createHash('sha256').update(bytes).digest('hex')
  const key = new Key({ keyID: id, keyType: 'ed25519', scheme: 'ed25519', keyVal: { public: bytes } })
  return { id, privateKey, public: key }
}

type Signable = Root | Timestamp | Snapshot | Targets

function signed<T extends Signable>(content: T, keys: readonly SigningKey[]): Buffer {
  const metadata = new Metadata(content as never)
  for (const { id, privateKey } of keys)
    metadata.sign((bytes) => new Signature({ keyID: id, sig: sign(null, bytes, privateKey).toString('hex') }))
  return Buffer.from(JSON.stringify(metadata.toJSON()))
}

export interface RootOptions {
  version?: number
  expires?: string
  threshold?: number
  /** Further keys that sign the root. */
  alsoBy?: readonly SigningKey[]
}

/** A root role over these keys, as JSON text. */
export function rootOf(keys: Publisher['keys'], options: RootOptions = {}): Buffer {
  const { version = 1, expires = EXPIRES, threshold = 1, alsoBy = [] } = options
  const rolesOf = (role: Roles) => ({ keyids: [keys[role].id], threshold: role === 'root' ? threshold : 1 })
  const root = Root.fromJSON({
    version,
    spec_version: '1.0.31',
    expires,
    consistent_snapshot: true,
    keys: Object.fromEntries(ROLES.map((role) => [keys[role].id, keys[role].public.toJSON()])),
    roles: Object.fromEntries(ROLES.map((role) => [role, rolesOf(role)])),
  })
  return signed(root, [keys.root, ...alsoBy])
}

export function newPublisher(options: RootOptions = {}): Publisher {
  const keys = Object.fromEntries(ROLES.map((role) => [role, signingKey()])) as Publisher['keys']
  return { keys, rootRole: JSON.parse(rootOf(keys, options).toString('utf8')) as object }
}

export interface RepositoryOptions {
  systemVersion?: string
  /** Contents of artifacts by name; the defaults are kind `sled_os` and the system's version. */
  artifacts?: Record<string, { content: Buffer; version?: string; kind?: string }>
  manifest?: unknown
  expires?: Partial<Record<Exclude<Roles, 'root'>, string>>
  /** Changes the files of the archive before they are packed. */
  tamper?: (files: Map<string, Buffer>) => void
  folder?: string
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const metaOf = (bytes: Buffer) => new MetaFile({ version: 1, length: bytes.length, hashes: { sha256: sha256(bytes) } })

/** The files of a signed repository, by their names in its archive. */
export function repositoryFiles({ keys }: Publisher, options: RepositoryOptions = {}): Map<string, Buffer> {
  const { systemVersion = '1.0.0', folder = 'repo/', expires = {} } = options
  const artifacts = Object.entries(options.artifacts ?? { 'sled-image': { content: Buffer.from(systemVersion) } }).map(
    ([name, { content, version = systemVersion, kind = 'sled_os' }]) => ({ name, content, version, kind }),
  )
  const manifest = options.manifest ?? {
    system_version: systemVersion,
    artifacts: artifacts.map(({ name, version, kind }) => ({ name, version, kind, target: `${name}.tar.gz` })),
  }
  const contents = new Map<string, Buffer>([
    ['artifacts.json', Buffer.from(JSON.stringify(manifest))],
    ...artifacts.map(({ name, content }): [string, Buffer] => [`${name}.tar.gz`, content]),
  ])
  const role = (name: Exclude<Roles, 'root'>) => ({
    version: 1,
    specVersion: '1.0.31',
    expires: expires[name] ?? EXPIRES,
  })
  const targets = new Targets(role('targets'))
  for (const [path, content] of contents)
    targets.addTarget(new TargetFile({ path, length: content.length, hashes: { sha256: sha256(content) } }))
  const targetsBytes = signed(targets, [keys.targets])
  const snapshotBytes = signed(new Snapshot({ ...role('snapshot'), meta: { 'targets.json': metaOf(targetsBytes) } }), [
    keys.snapshot,
  ])
  const timestampBytes = signed(new Timestamp({ ...role('timestamp'), snapshotMeta: metaOf(snapshotBytes) }), [
    keys.timestamp,
  ])
  const files = new Map<string, Buffer>([
    [`${folder}metadata/timestamp.json`, timestampBytes],
    [`${folder}metadata/1.snapshot.json`, snapshotBytes],
    [`${folder}metadata/1.targets.json`, targetsBytes],
    ...[...contents].map(([path, content]): [string, Buffer] => [
      `${folder}targets/${sha256(content)}.${path}`,
      content,
    ]),
  ])
  options.tamper?.(files)
  return files
}

/** A zip archive of these files, all with this mode. */
export async function zipOf(files: Iterable<readonly [string, Buffer]>, mode = 0o100644): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const mtime = new Date('2026-01-01T00:00:00Z')
  for (const [name, content] of files) zip.addBuffer(content, name, { mtime, mode })
  zip.end()
  return buffer(zip.outputStream)
}

export const repositoryArchive = (publisher: Publisher, options: RepositoryOptions = {}): Promise<Buffer> =>
  zipOf(repositoryFiles(publisher, options))
