/** Parts of node-forge, which its types describe only as a whole. Byte strings have one character a byte. */
interface ForgeDigests {
  create(): ForgeDigest
}
interface ForgeDigest {
  algorithm: string
}

declare module 'node-forge/lib/pkcs1.js' {
  const pkcs1: {
    decode_rsa_oaep(
      key: { n: { bitLength(): number } },
      encoded: string,
      options: { md: ForgeDigest; mgf1: { md: ForgeDigest } },
    ): string
  }
  export default pkcs1
}

declare module 'node-forge/lib/sha1.js' {
  const sha1: ForgeDigests
  export default sha1
}

declare module 'node-forge/lib/sha256.js' {
  const sha256: ForgeDigests
  export default sha256
}

declare module 'node-forge/lib/sha512.js' {
  const sha512: ForgeDigests & { sha384: ForgeDigests }
  export default sha512
}
