import { toBase64 } from '~/lib/format/base64.ts'
import { type InstanceDraft, maxUserData } from './draft.ts'

const encoder = new TextEncoder()

/** Why it cannot be the user data of an instance. @param bytes its size */
export const userDataProblem = (bytes: number): string | undefined =>
  bytes > maxUserData ? 'User data must be at most 32 KiB (32768 bytes)' : undefined

export const textBytes = (text: string): number => encoder.encode(text).length

/** The text of a file; undefined of one that is none, or that is too large. */
export async function textOf(file: File): Promise<string | undefined> {
  if (userDataProblem(file.size)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** In base64; undefined for none. */
export async function userDataOf({ userData, userDataFile }: InstanceDraft): Promise<string | undefined> {
  if (userDataFile) return toBase64(new Uint8Array(await userDataFile.arrayBuffer()))
  return userData ? toBase64(encoder.encode(userData)) : undefined
}
