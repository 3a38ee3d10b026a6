import { useEffect } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import type { IpPoolUtilization, SiloIpPool } from '~/api/types.gen.ts'
import { defaultsFirst, type ListItem } from '~/form/listbox.tsx'
import { formatCompact } from '~/ui/format/numbers.ts'
import { usesOf } from './ip-pools/use.ts'

const sum = (numbers: readonly bigint[]) => numbers.reduce((all, one) => all + one, 0n)

function freeText(utilization: IpPoolUtilization): string {
  const uses = usesOf(utilization)
  const capacity = sum(uses.map((use) => use.capacity))
  const allocated = sum(uses.map((use) => use.allocated))
  return capacity === 0n ? 'No addresses' : `${formatCompact(capacity - allocated)} of ${formatCompact(capacity)} free`
}

/** `0 of 16 free`, then the description; undefined where there is neither. */
export const poolText = ({
  description,
  utilization,
}: Pick<SiloIpPool, 'description' | 'utilization'>): string | undefined =>
  [utilization && freeText(utilization), description].filter(Boolean).join(' · ') || undefined

/** Pools as choices, each named as requests name it. */
export const poolOptions = (pools: readonly SiloIpPool[]): ListItem[] =>
  defaultsFirst(
    pools.map((pool) => ({
      value: pool.name,
      label: pool.name,
      description: poolText(pool),
      isDefault: pool.isDefault,
    })),
  )

/** Starts a form with a pool that may be known only after the form is open. */
export function useFirstPool<V extends FieldValues, N extends FieldPath<V>>(
  form: UseFormReturn<V>,
  name: N,
  first: FieldPathValue<V, N> | undefined,
): void {
  useEffect(() => {
    if (first && !form.getValues(name)) form.resetField(name, { defaultValue: first })
  }, [first, form, name])
}
