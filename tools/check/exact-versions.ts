import type { Source } from './check.ts'

/** A release: no range, tag, address or folder. */
const exact = /^\d+\.\d+\.\d+(-[\w.-]+)?$/

/** Dependencies that a later install could resolve to another version. */
export function versionProblems(packages: Source[], workspaces: ReadonlySet<string>): string[] {
  return packages.flatMap(({ path, text }) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text) as Record<
      string,
      Record<string, string> | undefined
    >
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([name, version]) => !workspaces.has(name) && !exact.test(version))
      .map(([name, version]) => `${path}: ${name} is "${version}": name one exact version`)
  })
}
