/**
 * The library that reads certificates, after what its injector wants to find on `Reflect`. It takes a while to load, so
 * it is loaded when the first one comes.
 */
export async function loadX509() {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}
