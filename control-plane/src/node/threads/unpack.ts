import { spawn } from 'node:child_process'
import { addAbortSignal, Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import type { PackedFormat } from '@skerry/contract/rules/image-content.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'

const MEMORY_BYTES = 2 ** 30
const CPU_SECONDS = 7200
const DEADLINE_MS = CPU_SECONDS * 1000
const MAX_MESSAGE = 1000

interface Decoder {
  stream: Duplex
  /** Rejects with the reason of a program that failed. */
  ended: Promise<void>
}
const inNode = (stream: Duplex): Decoder => ({ stream, ended: Promise.resolve() })

/** Decoders by format: Node's own, off the event loop and with a bounded window, or programs of the host. */
const DECODERS: Record<PackedFormat, (signal: AbortSignal) => Decoder> = {
  gzip: () => inNode(createGunzip()),
  zstd: () => inNode(createZstdDecompress()),
  xz: (signal) => program('xz', ['--decompress', '--stdout', `--memlimit-decompress=${MEMORY_BYTES / 2}`], signal),
  bzip2: (signal) => program('bzip2', ['--decompress', '--stdout'], signal),
}

/** Unpacks a stream as it arrives, as fast as the result is read. @throws PlatformError, the signal's reason */
export async function* unpack(
  format: PackedFormat,
  packed: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  const over = AbortSignal.any([signal, deadline])
  const { stream, ended } = DECODERS[format](over)
  // Aborts the output too: a small file is completely in the decoder's buffers long before it is read.
  addAbortSignal(over, stream)
  // An error of the input also ends the decoder.
  const fed = pipeline(Readable.from(packed, { objectMode: false }), stream, { signal: over })
  fed.catch(() => {})
  try {
    for await (const part of stream) yield part as Uint8Array
    await fed
  } catch (error) {
    signal.throwIfAborted()
    const isCutOff = (error as NodeJS.ErrnoException).code === 'EPIPE'
    const cause = (isCutOff ? await ended.catch((reason: unknown) => reason) : error) as Error
    const reason = deadline.aborted ? `it took longer than ${CPU_SECONDS} s` : cause.message
    throw new PlatformError(
      'permanent',
      `the file is compressed with ${format}, and cannot be unpacked: ${reason}`,
      cause,
    )
  }
}

/** A program that reads and writes nothing but its pipes, under limits, and that ends with this process. */
function program(name: string, args: readonly string[], signal: AbortSignal): Decoder {
  const limits = [`--as=${MEMORY_BYTES}`, `--cpu=${CPU_SECONDS}`, '--fsize=0', '--core=0', '--nofile=64']
  const confined = ['--no-new-privs', '--pdeathsig', 'KILL', 'prlimit', ...limits, 'nice', '-n', '19', name, ...args]
  const child = spawn('setpriv', confined, {
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  let message = ''
  child.stderr.on('data', (bytes: Buffer) => (message = (message + bytes.toString()).slice(-MAX_MESSAGE)))
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(message.trim().split('\n').at(-1) || 'the program was killed'))
    })
  })
  ended.catch(() => {})
  const stream = Duplex.from({ writable: child.stdin, readable: Readable.from(output()) })
  return { stream: stream.on('close', () => child.kill('SIGKILL')), ended }

  async function* output(): AsyncGenerator<Uint8Array> {
    for await (const part of child.stdout) yield part as Uint8Array
    await ended
  }
}
