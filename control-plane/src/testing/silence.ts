/**
 * Makes a platform call hang, even if its signal aborts, until it is released; then it runs.
 * @param concerns selects the calls that hang by their arguments; all unless given
 */
export function silence<Part extends object, Name extends keyof Part>(
  part: Part,
  name: Name,
  concerns: (...args: readonly unknown[]) => boolean = () => true,
): { calls: number; release(): void } {
  const original = part[name] as (...args: unknown[]) => unknown
  const { promise, resolve } = Promise.withResolvers<void>()
  const silenced = {
    calls: 0,
    release() {
      part[name] = original as Part[Name]
      resolve()
    },
  }
  const hang = async (...args: unknown[]) => {
    if (!concerns(...args)) return original.apply(part, args)
    silenced.calls++
    await promise
    return original.apply(part, args)
  }
  part[name] = hang as Part[Name]
  return silenced
}
