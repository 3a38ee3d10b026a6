/** The longest line that OpenSSH reads. */
export const MAX_PUBLIC_KEY_BYTES = 16 * 1024
export const MAX_KEYS_OF_USER = 256
