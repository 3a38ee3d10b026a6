/** The largest RSA key that is accepted: signing and verifying with larger ones is many times slower. */
export const MAX_RSA_BITS = 4096
/** Twice the size of the largest key: computing with a key that has larger numbers would be slow. */
export const MAX_KEY_BYTES = 5000
