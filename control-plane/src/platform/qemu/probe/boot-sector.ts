import { open } from 'node:fs/promises'

const LOAD_ADDRESS = 0x7c00
const SECTOR_BYTES = 512
/** Firmware does not boot from much smaller disks. */
const DISK_BYTES = 2 ** 20

/** Writes the text behind it to the first serial port, byte by byte up to a zero, and halts. */
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

/** The first sector of a disk that a PC's firmware starts: it proves that instructions of a guest are executed. */
function bootSector(text: string): Uint8Array {
  const sector = new Uint8Array(SECTOR_BYTES)
  sector.set(code(LOAD_ADDRESS + CODE_BYTES).flat())
  sector.set(new TextEncoder().encode(text), CODE_BYTES)
  sector.set([0x55, 0xaa], SECTOR_BYTES - 2)
  return sector
}

/** Writes the raw image of a disk with that sector. */
export async function writeBootDisk(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.write(bootSector(text))
    await file.truncate(DISK_BYTES)
  } finally {
    await file.close()
  }
}
