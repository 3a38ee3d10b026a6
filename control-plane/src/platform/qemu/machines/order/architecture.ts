import { existsSync } from 'node:fs'

/** Files of EFI firmware without Secure Boot: its code, and the initial variables of a machine. */
export interface EfiFirmware {
  code: string
  variables: string
  debianPackage: string
}

/** How QEMU executes a machine: by the host's processors, or emulated. */
export type Accelerator = 'kvm' | 'tcg'

interface ArchitectureParts {
  /** Its name in images. */
  publishedAs: 'amd64' | 'arm64'
  binary: string
  debianPackage: string
  /** Whether machines can have a BIOS instead of EFI. */
  hasBios: boolean
  efi: EfiFirmware
}

/** Architectures of hosts that can run machines, by Node's names. */
export const ARCHITECTURES = {
  x64: {
    publishedAs: 'amd64',
    binary: 'qemu-system-x86_64',
    debianPackage: 'qemu-system-x86',
    hasBios: true,
    efi: {
      code: '/usr/share/OVMF/OVMF_CODE_4M.fd',
      variables: '/usr/share/OVMF/OVMF_VARS_4M.fd',
      debianPackage: 'ovmf',
    },
  },
  arm64: {
    publishedAs: 'arm64',
    binary: 'qemu-system-aarch64',
    debianPackage: 'qemu-system-arm',
    hasBios: false,
    efi: {
      code: '/usr/share/AAVMF/AAVMF_CODE.fd',
      variables: '/usr/share/AAVMF/AAVMF_VARS.fd',
      debianPackage: 'qemu-efi-aarch64',
    },
  },
} satisfies Record<string, ArchitectureParts>

export type Architecture = keyof typeof ARCHITECTURES

/** The host's architecture, which all machines have: another one would be emulated. */
export const hostArchitecture: Architecture = process.arch === 'arm64' ? 'arm64' : 'x64'

/** Whether the host has EFI firmware for machines. */
export function hasEfi(architecture: Architecture): boolean {
  const { code, variables } = ARCHITECTURES[architecture].efi
  return existsSync(code) && existsSync(variables)
}
