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

export interface ImageSpec {
  id: string
  sizeBytes: number
  blockSize: BlockSize
  /** `empty`: an image without content, for demo data. */
  source: { kind: 'snapshot'; id: string } | { kind: 'empty' }
}

/**
 * Block storage. Calls are idempotent.
 * Snapshots and images are independent copies and outlive their source.
 */
export interface Volumes {
  /** Rejects with `gone` when its source does not exist, with `no-space` when the storage is full. */
  ensureVolume(spec: VolumeSpec, signal?: AbortSignal): Promise<void>
  deleteVolume(id: string, signal?: AbortSignal): Promise<void>

  /**
   * Stores bytes at a byte offset of a volume that is being imported. The caller has checked range and alignment.
   * Rejects with `outdated` once writes of that generation have ended.
   */
  write(id: string, generation: number, offset: number, bytes: Uint8Array, signal?: AbortSignal): Promise<void>
  /** Refuses further writes of a generation and older ones. Resolves once none is running. */
  endWrites(id: string, generation: number): Promise<void>
  /** Reads from a volume, snapshot or image. Unwritten bytes are zeros. */
  read(id: string, offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>
  /** Ends the import: further writes are refused. Resolves once all written bytes are durable. */
  finalizeImport(id: string, signal?: AbortSignal): Promise<void>

  ensureSnapshot(spec: SnapshotSpec, signal?: AbortSignal): Promise<void>
  deleteSnapshot(id: string, signal?: AbortSignal): Promise<void>
  ensureImage(spec: ImageSpec, signal?: AbortSignal): Promise<void>
  deleteImage(id: string, signal?: AbortSignal): Promise<void>

  /** Attaches a volume to an instance that is not running; `permanent` when it is attached to another. */
  ensureAttached(volumeId: string, instanceId: string, signal?: AbortSignal): Promise<void>
  /** Detaches it from that instance. No-op when it is not attached to it. */
  ensureDetached(volumeId: string, instanceId: string, signal?: AbortSignal): Promise<void>
}
