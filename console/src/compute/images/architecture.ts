import { useQuery } from '@tanstack/react-query'
import type { ImageArchitecture } from '~/api/types.gen.ts'
import { serverQuery } from '~/shell/access/capabilities.ts'

const names: Readonly<Record<string, ImageArchitecture>> = {
  amd64: 'amd64',
  x86_64: 'amd64',
  'x86-64': 'amd64',
  arm64: 'arm64',
  aarch64: 'arm64',
}
const named = /(?<![a-z0-9])(?:x86[-_]64|amd64|arm64|aarch64)(?![a-z0-9])/g

/** The architecture that the name of an image's file has; undefined where it has none, or several. */
export function architectureOfUrl(url: string): ImageArchitecture | undefined {
  if (!URL.canParse(url)) return undefined
  const file = new URL(url).pathname.split('/').at(-1)!.toLowerCase()
  const found = new Set(file.match(named)?.map((name) => names[name]))
  return found.size === 1 ? [...found][0] : undefined
}

/** A note on an image that instances of this server cannot boot; undefined if they can, or its architecture is unknown. */
export function useArchitectureNote(): (architecture: ImageArchitecture | undefined) => string | undefined {
  const own = useQuery(serverQuery).data?.architecture
  return (architecture) =>
    own && architecture && own !== architecture
      ? `Does not boot here: it is for ${architecture}, instances of this server are ${own}`
      : undefined
}
