import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isSemanticVersion } from '@skerry/contract/rules/versions.ts'
import { semanticVersion } from '@skerry/contract/values.ts'
import { Metadata, MetadataKind, type Root } from '@tufjs/models'
import { type Fetcher, type TargetFile, Updater } from 'tuf-js'
import { z } from 'zod'
import type { RepositoryFacts } from '../../fleet/rack/updates/update-archives.ts'
import { Archive, ArchiveProblem } from './archive.ts'

const MAX_METADATA_BYTES = 2 ** 20
const MAX_TARGETS = 1024
const MAX_KEYS = 64
/** The target that describes the others. */
export const MANIFEST = 'artifacts.json'
export const MAX_MANIFEST_BYTES = 2 ** 20

const version = semanticVersion.refine(isSemanticVersion, 'must be a semantic version')
const word = z
  .string()
  .regex(/^[\w.+-]{1,128}$/, 'must be 1 to 128 letters, digits, dots, hyphens, plus or underscores')
const Manifest = z.object({
  system_version: version,
  artifacts: z
    .array(z.object({ name: word, version, kind: word, target: z.string() }))
    .min(1)
    .max(MAX_TARGETS),
})
type Manifest = z.infer<typeof Manifest>

/** @throws unless it is a root role signed by its own keys. Expiry is checked elsewhere. */
export function checkedRoot(rootRole: unknown): Root {
  const root = Metadata.fromJSON(MetadataKind.Root, rootRole as never) as Metadata<Root>
  const keys = Object.values(root.signed.keys)
  if (keys.length > MAX_KEYS) throw new ArchiveProblem(`it has more than ${MAX_KEYS} keys`)
  // One key under two ids must not count twice.
  if (new Set(keys.map(({ keyVal }) => keyVal['public'])).size < keys.length)
    throw new ArchiveProblem('it has the same key under several ids')
  root.verifyDelegate(MetadataKind.Root, root)
  return root.signed
}

/**
 * Verifies the archive of a repository: its metadata by one of these root roles, and each of its targets by length and
 * hash. @param scratch a folder to work in, which is removed again
 */
export async function checkRepository(
  path: string,
  scratch: string,
  rootRoles: readonly unknown[],
): Promise<RepositoryFacts> {
  await using archive = await Archive.open(path)
  const folder = folderOf(archive)
  const { updater, roles, place } = await verifiedBy(archive, folder, scratch, rootRoles)
  const targets = await verifiedTargets(archive, folder, updater, Object.keys(roles.targets.targets ?? {}))
  const manifestTarget = targets.get(MANIFEST)
  if (!manifestTarget) throw new ArchiveProblem(`it has no target ${MANIFEST}`)
  const manifest = readManifest(await archive.read(manifestTarget.entry, MAX_MANIFEST_BYTES))
  if (!Number.isSafeInteger(roles.targets.version)) throw new ArchiveProblem('the version of its targets is no integer')
  return {
    systemVersion: manifest.system_version,
    targetsRoleVersion: roles.targets.version,
    validUntil: new Date(Math.min(...Object.values(roles).map(({ expires }) => Date.parse(expires)))),
    artifacts: verifiedArtifacts(manifest, targets),
    verifiedBy: place,
  }
}

/** The archive's root, or the one folder that holds all: `metadata/` and `targets/` are in it. */
export function folderOf(archive: Archive): string {
  const [timestamp, ...others] = archive.names.filter((name) => /^([^/]+\/)?metadata\/timestamp\.json$/.test(name))
  if (timestamp === undefined || others.length)
    throw new ArchiveProblem('it has no metadata/timestamp.json, or several')
  const folder = timestamp.slice(0, -'metadata/timestamp.json'.length)
  const stray = archive.names.find(
    (name) => !name.startsWith(`${folder}metadata/`) && !name.startsWith(`${folder}targets/`),
  )
  if (stray !== undefined) throw new ArchiveProblem(`${stray} is neither in metadata/ nor in targets/`)
  return folder
}

interface SignedRole {
  version: number
  expires: string
  targets?: Record<string, unknown>
}
const ROLES = ['root', 'timestamp', 'snapshot', 'targets'] as const
type Roles = Record<(typeof ROLES)[number], SignedRole>

/** Runs a TUF client with the archive as its server, for each root role until one verifies it. */
async function verifiedBy(
  archive: Archive,
  folder: string,
  scratch: string,
  rootRoles: readonly unknown[],
): Promise<{ updater: Updater; roles: Roles; place: number }> {
  const problems = new Set<string>()
  for (const [place, rootRole] of rootRoles.entries()) {
    await mkdir(scratch)
    try {
      await writeFile(join(scratch, 'root.json'), JSON.stringify(rootRole))
      const updater = updaterOf(archive, folder, scratch, checkedRoot(rootRole).version)
      await updater.refresh()
      const read = async (role: string) => JSON.parse(await readFile(join(scratch, `${role}.json`), 'utf8')).signed
      const signed = await Promise.all(ROLES.map(async (role) => [role, await read(role)]))
      return { updater, roles: Object.fromEntries(signed) as Roles, place }
    } catch (error) {
      problems.add(repositoryProblem(error))
    } finally {
      await rm(scratch, { recursive: true })
    }
  }
  throw new ArchiveProblem(`no trust root verifies it: ${[...problems].slice(0, 3).join('; ')}`)
}

/** Any host: every file comes from the archive. */
const BASE = 'https://archive.invalid/'

function updaterOf(archive: Archive, folder: string, metadataDir: string, rootVersion: number): Updater {
  const metadata = `${folder}metadata/`
  let rotations = 0
  while (archive.has(`${metadata}${rootVersion + rotations + 1}.root.json`)) rotations++
  const fetcher: Fetcher = {
    downloadBytes: (url, maxLength) =>
      archive.read(metadata + decodeURIComponent(url.slice(BASE.length)), Math.min(maxLength, MAX_METADATA_BYTES)),
    downloadFile: () => Promise.reject(new ArchiveProblem('targets are read where they are')),
  }
  return new Updater({ metadataDir, metadataBaseUrl: BASE, fetcher, config: { maxRootRotations: rotations } })
}

interface VerifiedTarget {
  /** Its name in the archive. */
  entry: string
  hash: string
  size: number
}

/** Every target of the repository. Unsigned files among them are refused. */
async function verifiedTargets(
  archive: Archive,
  folder: string,
  updater: Updater,
  names: readonly string[],
): Promise<Map<string, VerifiedTarget>> {
  if (names.length > MAX_TARGETS) throw new ArchiveProblem(`it has more than ${MAX_TARGETS} targets`)
  const verified = new Map<string, VerifiedTarget>()
  for (const name of names) {
    const target = (await updater.getTargetInfo(name))!
    const hash = target.hashes['sha256']
    if (!hash || !/^[0-9a-f]{64}$/.test(hash)) throw new ArchiveProblem(`target ${name} has no SHA-256`)
    const entry = entryOf(archive, `${folder}targets/`, target)
    await target.verify(await archive.stream(entry)).catch((error: unknown) => {
      throw isOfSystem(error) ? error : new ArchiveProblem(`target ${name}: ${repositoryProblem(error)}`)
    })
    verified.set(name, { entry, hash, size: target.length })
  }
  const signed = new Set([...verified.values()].map(({ entry }) => entry))
  const unsigned = archive.names.find((name) => name.startsWith(`${folder}targets/`) && !signed.has(name))
  if (unsigned !== undefined) throw new ArchiveProblem(`${unsigned} is no target of it`)
  return verified
}

/** With consistent snapshots the name of a target's file has one of its hashes. */
function entryOf(archive: Archive, folder: string, { path, hashes }: TargetFile): string {
  const { dir, base } = posix.parse(path)
  const names = [...Object.values(hashes).map((hash) => posix.join(dir, `${hash}.${base}`)), path]
  const found = names.map((name) => folder + name).find((name) => archive.has(name))
  if (found === undefined) throw new ArchiveProblem(`target ${path} is missing`)
  return found
}

export function readManifest(bytes: Buffer): Manifest {
  let manifest: unknown
  try {
    manifest = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ArchiveProblem(`${MANIFEST} is not JSON`)
  }
  const { data, error } = Manifest.safeParse(manifest)
  if (data) return data
  const [issue] = error.issues
  throw new ArchiveProblem(`${MANIFEST}: ${[...(issue?.path ?? []), issue?.message].join(' ')}`)
}

function verifiedArtifacts({ artifacts }: Manifest, targets: ReadonlyMap<string, VerifiedTarget>) {
  const seen = new Set<string>()
  return artifacts.map(({ name, version, kind, target: targetName }) => {
    const target = targets.get(targetName)
    if (!target) throw new ArchiveProblem(`${MANIFEST}: there is no target ${targetName}`)
    const id = `${kind} ${name} ${version}`
    if (seen.has(id)) throw new ArchiveProblem(`${MANIFEST} has artifact ${id} twice`)
    seen.add(id)
    return { name, version, kind, hash: target.hash, size: target.size }
  })
}

/** Whether the machine failed rather than the upload. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/** A message for the uploader. Metadata of another shape ends in a TypeError about the library's own code. */
export function repositoryProblem(error: unknown): string {
  if (isOfSystem(error)) throw error
  const message = error instanceof TypeError ? 'the metadata is not that of a TUF repository' : (error as Error).message
  return message.replaceAll(/\s+/g, ' ').slice(0, 300)
}
