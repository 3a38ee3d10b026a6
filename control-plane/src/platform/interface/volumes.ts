export type BlockSize = 512 | 2048 | 4096

export type VolumeSource =
  | { kind: 'blank' }
  /** Filled with `write` until it is finalized. */
  | { kind: 'import' }
  | { kind: 'snapshot'; id: string }
  | { kind: 'image'; id: string }

export interface VolumeSpec {
  id: string
  /** Labels of the volume's metrics. */
  projectId: string
  siloId: string
  sizeBytes: number
  blockSize: BlockSize
  source: VolumeSource
}

export interface SnapshotSpec {
  id: string
  volumeId: string
}

/** An image whose content the platform has. */
export interface DesiredImage {
  id: string
  sizeBytes: number
  blockSize: BlockSize
}

export interface ImageSpec extends DesiredImage {
  source:
    | { kind: 'snapshot'; id: string }
    /**
     * Raw bytes of a disk, from its start, in chunks of any size; the rest is zeros. Each call reads from the start.
     * Work for one silo may wait for other work for it, but not for long for that of others.
     */
    | { kind: 'content'; siloId: string; open(): AsyncIterable<Uint8Array> }
    /** Without content; only for a platform that `bootsEmptyImages`. */
    | { kind: 'empty' }
}

export interface StoredIds {
  volumes: readonly string[]
  snapshots: readonly string[]
  images: readonly string[]
}

/**
 * Block storage that every sled reaches: an instance starts on any sled, whatever its volumes and their sources.
 * A platform of several sleds needs shared storage. Calls are idempotent.
 * Snapshots and images are independent copies and outlive their source.
 */
export interface Volumes {
  /** Ids of all usable volumes, snapshots and images. Rejects with `transient` if the list may be incomplete. */
  list(signal?: AbortSignal): Promise<StoredIds>
  /** Rejects with `gone` when its source does not exist, with `no-space` when the storage is full. */
  ensureVolume(spec: VolumeSpec, signal?: AbortSignal, order?: number): Promise<void>
  /** Waits for the writes of an import that are running, and refuses further ones. */
  deleteVolume(id: string, signal?: AbortSignal, order?: number): Promise<void>

  /**
   * Stores bytes at a byte offset of a volume that is being imported. The caller has checked range and alignment.
   * Rejects with `outdated` once writes of that generation have ended, and for a volume that is not an import.
   */
  write(id: string, generation: number, offset: number, bytes: Uint8Array, signal?: AbortSignal): Promise<void>
  /** Refuses further writes of a generation and older ones, until the process ends. Resolves once none is running. */
  endWrites(id: string, generation: number): Promise<void>
  /** Reads from a volume, snapshot or image. Unwritten bytes are zeros. */
  read(id: string, offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>
  /**
   * Ends the import, if it is one: further writes are refused. Resolves once all written bytes are durable. Rejects with
   * `refused` when they are no disk for this volume.
   */
  finalizeImport(id: string, signal?: AbortSignal, order?: number): Promise<void>

  /** Rejects like `ensureVolume`, with `permanent` when the volume cannot be copied. Keeps nothing then. */
  ensureSnapshot(spec: SnapshotSpec, signal?: AbortSignal, order?: number): Promise<void>
  deleteSnapshot(id: string, signal?: AbortSignal, order?: number): Promise<void>
  /** Rejects with the failure of `open`, with `refused` when that is no content of this image. Keeps nothing then. */
  ensureImage(spec: ImageSpec, signal?: AbortSignal, order?: number): Promise<void>
  deleteImage(id: string, signal?: AbortSignal, order?: number): Promise<void>

  /** Attaches a volume to an instance that is not running; `permanent` when it is attached to another. */
  ensureAttached(volumeId: string, instanceId: string, signal?: AbortSignal, order?: number): Promise<void>
  /** Detaches it from that instance. No-op when it is not attached to it. */
  ensureDetached(volumeId: string, instanceId: string, signal?: AbortSignal, order?: number): Promise<void>
}
