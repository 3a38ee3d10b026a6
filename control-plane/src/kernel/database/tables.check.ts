import type { InsertType, SelectType } from 'kysely'
import type { MigratedTables } from './migrated-tables.gen.ts'
import type { Tables } from './tables.ts'

interface Column {
  value: unknown
  filled: boolean
  computed: boolean
}

/** A trigger fills them, which the catalog does not tell. */
type FilledByTrigger = 'time_state_updated' | 'time_attachment_updated'

type HasNull<T> = null extends T ? true : false
type IsSame<A, B> = [A, B] extends [B, A] ? true : false

/** A type may say more of a value than SQL does: its words, the form of its JSON, that a number is no bigint. */
type HasOtherValues<Ours, Migrated> = unknown extends Migrated
  ? never
  : NonNullable<Ours> extends NonNullable<Migrated>
    ? IsSame<HasNull<Ours>, HasNull<Migrated>> extends true
      ? never
      : 'differs in null'
    : 'has other values'

type Difference<Name, Ours, Migrated extends Column> = Migrated['computed'] extends true
  ? InsertType<Ours> extends undefined
    ? HasOtherValues<SelectType<Ours>, NonNullable<Migrated['value']>>
    : 'is computed'
  : undefined extends InsertType<Ours>
    ? Migrated['filled'] | HasNull<Migrated['value']> extends false
      ? Name extends FilledByTrigger
        ? never
        : 'is needed'
      : HasOtherValues<SelectType<Ours>, Migrated['value']>
    : HasOtherValues<SelectType<Ours>, Migrated['value']>

type DifferencesOfTable<Ours, Migrated> =
  | `${Exclude<keyof Ours, keyof Migrated> & string} is in no migration`
  | `${Exclude<keyof Migrated, keyof Ours> & string} is in no type`
  | {
      [Name in keyof Ours & keyof Migrated & string]: Migrated[Name] extends Column
        ? `${Name} ${Difference<Name, Ours[Name], Migrated[Name]>}`
        : never
    }[keyof Ours & keyof Migrated & string]

type Differences =
  | `${Exclude<keyof Tables, keyof MigratedTables>} is in no migration`
  | `${Exclude<keyof MigratedTables, keyof Tables>} is in no type`
  | {
      [Table in keyof Tables & keyof MigratedTables]: `${Table}.${DifferencesOfTable<
        Tables[Table],
        MigratedTables[Table]
      >}`
    }[keyof Tables & keyof MigratedTables]

/**
 * The compiler fails here, with an error that names the columns, where types differ from what the migrations make.
 * @public
 */
export type NoDifferences = Expect<[Differences] extends [never] ? true : Differences>
type Expect<Same extends true> = Same
