import { useEffect } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import type { IpPoolUtilization, SiloIpPool } from '~/api/types.gen.ts'
import { defaultsFirst, type ListItem } from '~/form/listbox.tsx'
import { formatCompact } from '~/lib/format/numbers.ts'
import { usesOf } from './ip-pools/use.ts'
import { firstPool } from './pools.ts'

const sum = (numbers: readonly bigint[]) => numbers.reduce((all, one) => all + one, 0n)

function addressesOf(utilization: IpPoolUtilization) {
  const uses = usesOf(utilization)
  const capacity = sum(uses.map((use) => use.capacity))
  return { capacity, free: capacity - sum(uses.map((use) => use.allocated)) }
}

function freeText(utilization: IpPoolUtilization): string {
  const { capacity, free } = addressesOf(utilization)
  return capacity === 0n ? 'No addresses' : `${formatCompact(free)} of ${formatCompact(capacity)} free`
}

/** `0 of 16 free`, then the description; undefined where there is neither. */
export const poolText = ({
  description,
  utilization,
}: Pick<SiloIpPool, 'description' | 'utilization'>): string | undefined =>
  [utilization && freeText(utilization), description].filter(Boolean).join(' · ') || undefined

const poolOption = (pool: SiloIpPool): ListItem => ({
  value: pool.name,
  label: pool.name,
  description: poolText(pool),
  isDefault: pool.isDefault,
})

/** Pools as choices, each named as requests name it. */
export const poolOptions = (pools: readonly SiloIpPool[]): ListItem[] => defaultsFirst(pools.map(poolOption))

/** Why a pool cannot give a new address. */
export const fullText = ({ utilization }: Pick<SiloIpPool, 'utilization'>): string | false | undefined =>
  utilization && addressesOf(utilization).free === 0n && `No address is left: ${freeText(utilization)}`

/** The pool with which a form for a new address begins: one that has an address, if any does. */
export const firstAddressPool = (pools: readonly SiloIpPool[]): SiloIpPool | undefined =>
  firstPool(pools.filter((pool) => !fullText(pool))) ?? firstPool(pools)

/** Pools as choices for a new address: those without one cannot be chosen. */
export const addressPoolOptions = (pools: readonly SiloIpPool[]): ListItem[] =>
  defaultsFirst(pools.map((pool) => ({ ...poolOption(pool), refusal: fullText(pool) || false })))

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
