import type { SiloIpPool } from '~/api/types.gen.ts'
import { defaultsFirst, type ListItem } from '~/form/listbox.tsx'

/** Pools as choices, each named as requests name it. */
export const poolOptions = (pools: readonly SiloIpPool[]): ListItem[] =>
  defaultsFirst(
    pools.map(({ name, description, isDefault }) => ({
      value: name,
      label: name,
      description: description || undefined,
      isDefault,
    })),
  )
