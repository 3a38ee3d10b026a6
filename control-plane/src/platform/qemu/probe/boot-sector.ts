import { open } from 'node:fs/promises'
import type { Architecture } from '../machines/order/architecture.ts'

const LOAD_ADDRESS = 0x7c00
const SECTOR_BYTES = 512
/** Firmware does not boot from much smaller disks. */
const BOOT_DISK_BYTES = 2 ** 20

/** Writes the text that follows the code to the first serial port, up to a zero byte, and halts. */
const code = (textAddress: number) => [
  [0x31, 0xc0], //       xor ax, ax
  [0x8e, 0xd8], //       mov ds, ax
  [0xfc], //             cld
  [0xbe, textAddress & 0xff, textAddress >> 8], // mov si, text
  [0xac], //       next: lodsb
  [0x84, 0xc0], //       test al, al
  [0x74, 0x06], //       jz end
  [0xba, 0xf8, 0x03], // mov dx, 0x3f8
  [0xee], //             out dx, al
  [0xeb, 0xf5], //       jmp next
  [0xf4], //        end: hlt
  [0xeb, 0xfd], //       jmp end
]
const CODE_BYTES = code(0).flat().length

/** The first sector of a disk that a PC's firmware starts. */
export function bootSector(text: string): Uint8Array {
  const sector = new Uint8Array(SECTOR_BYTES)
  sector.set(code(LOAD_ADDRESS + CODE_BYTES).flat())
  sector.set(new TextEncoder().encode(text), CODE_BYTES)
  sector.set([0x55, 0xaa], SECTOR_BYTES - 2)
  return sector
}

/**
 * Writes the text that follows the code to the serial port of the board `virt`, and waits. Started without firmware.
 */
const armCode = [
  0xd2a12001, //       movz x1, #0x900, lsl #16
  0x100000e0, //       adr x0, text
  0x38401402, // next: ldrb w2, [x0], #1
  0x34000062, //       cbz w2, end
  0xb9000022, //       str w2, [x1]
  0x17fffffd, //       b next
  0xd503207f, // end:  wfi
  0x17ffffff, //       b end
]

function armProgram(text: string): Uint8Array {
  return Buffer.concat([Buffer.from(Uint32Array.from(armCode).buffer), new TextEncoder().encode(text)])
}

/** Creates an image that a machine of that architecture starts: its output proves that guests execute instructions. */
export async function writeBootDisk(path: string, text: string, architecture: Architecture = 'x64'): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.write(architecture === 'arm64' ? armProgram(text) : bootSector(text))
    await file.truncate(BOOT_DISK_BYTES)
  } finally {
    await file.close()
  }
}
