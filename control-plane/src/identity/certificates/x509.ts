/** Loads the X.509 library, which is slow to load, on first use; its dependency injection needs `reflect-metadata`. */
export async function loadX509() {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}
