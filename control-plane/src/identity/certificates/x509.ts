/** The library that reads certificates. It takes a while to load, so it is loaded when the first one comes. */
export async function loadX509() {
  await import('./reflect-metadata.ts')
  return import('@peculiar/x509')
}
