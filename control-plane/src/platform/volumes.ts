export type BlockSize = 512 | 2048 | 4096

export type VolumeSource =
  | { kind: 'blank' }
  /** Bytes are written into it with `write` until it is finalized. */
  | { kind: 'import' }
  | { kind: 'snapshot'; id: string }
  | { kind: 'image'; id: string }

export interface VolumeSpec {
  id: string
  /** Labels of the series that the volume's use gives. */
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
  /** `empty` is an image without content of its own, as demo data has it. */
  source: { kind: 'snapshot'; id: string } | { kind: 'empty' }
}

/**
 * Block storage. Every call may be repeated: it resolves once things are as it says, at once when they are already.
 * Snapshots and images are copies in their own right and outlive what they were made of.
 */
export interface Volumes {
  /** Rejects with `gone` when its source does not exist, `no-space` when there is no room for it. */
  ensureVolume(spec: VolumeSpec, signal?: AbortSignal): Promise<void>
  deleteVolume(id: string, signal?: AbortSignal): Promise<void>

  /**
   * Stores bytes at a byte offset inside a volume that is being imported. The caller has checked range and alignment.
   * Rejects with `outdated` once writes of that generation have ended.
   */
  write(id: string, generation: number, offset: number, bytes: Uint8Array, signal?: AbortSignal): Promise<void>
  /** Ends the writes of a generation and those before: resolves once none is under way, and none will be. */
  endWrites(id: string, generation: number): Promise<void>
  /** The bytes of a volume, snapshot or image from `offset` on; what was never written reads as zeros. */
  read(id: string, offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>
  /** Ends the import: resolves once everything written is there to stay. No writes through `write` from then on. */
  finalizeImport(id: string, signal?: AbortSignal): Promise<void>

  ensureSnapshot(spec: SnapshotSpec, signal?: AbortSignal): Promise<void>
  deleteSnapshot(id: string, signal?: AbortSignal): Promise<void>
  ensureImage(spec: ImageSpec, signal?: AbortSignal): Promise<void>
  deleteImage(id: string, signal?: AbortSignal): Promise<void>

  /** Attaches a volume to an instance that is not running; `permanent` when it is attached to another. */
  ensureAttached(volumeId: string, instanceId: string, signal?: AbortSignal): Promise<void>
  /** Detaches it from that instance; nothing happens when it is not attached to it. */
  ensureDetached(volumeId: string, instanceId: string, signal?: AbortSignal): Promise<void>
}
