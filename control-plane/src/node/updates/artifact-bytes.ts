import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import type { ArchivedArtifact } from '../../fleet/rack/updates/update-archives.ts'
import { Archive, ArchiveProblem } from './archive.ts'
import { folderOf, MANIFEST, MAX_MANIFEST_BYTES, readManifest } from './repository-check.ts'

/** The bytes of an artifact of a verified archive. @throws after the last one unless they have the verified hash */
export async function* artifactBytes(path: string, artifact: ArchivedArtifact): AsyncGenerator<Uint8Array> {
  const { name, version, kind } = artifact
  await using archive = await Archive.open(path)
  const manifest = readManifest(await archive.read(entryOf(archive, MANIFEST), MAX_MANIFEST_BYTES))
  const found = manifest.artifacts.find((each) => each.name === name && each.version === version && each.kind === kind)
  if (!found) throw new ArchiveProblem(`it has no artifact ${kind} ${name} ${version}`)
  const hash = createHash('sha256')
  for await (const chunk of await archive.stream(entryOf(archive, found.target))) {
    hash.update(chunk as Uint8Array)
    yield chunk as Uint8Array
  }
  if (hash.digest('hex') !== artifact.hash) throw new ArchiveProblem(`artifact ${kind} ${name} ${version} has changed`)
}

/** The file of a target. With consistent snapshots its name begins with a hash; a verified archive has no others. */
function entryOf(archive: Archive, target: string): string {
  const { dir, base } = posix.parse(posix.join(folderOf(archive), 'targets', target))
  const found = archive.names.find((name) => {
    const entry = posix.parse(name)
    return entry.dir === dir && entry.base.replace(/^(?:[0-9a-f]{64}|[0-9a-f]{128})\./, '') === base
  })
  if (found === undefined) throw new ArchiveProblem(`target ${target} is missing`)
  return found
}
