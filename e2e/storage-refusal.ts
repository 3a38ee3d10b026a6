/** An init script: refuses all storage, as some browsers do in private windows. */
export function refuseStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(globalThis, name, {
      get: () => {
        throw new DOMException('refused by a test', 'SecurityError')
      },
    })
}
