import { z } from 'zod'
import { PaginationOrder, resultsPage, unsortedPage } from '../paging.ts'
import { dateTime, double, float, int8, int16, int32, int64, uint8, uint16, uint32, uint64 } from '../values.ts'

export const datumTypes = [
  'bool',
  'i8',
  'u8',
  'i16',
  'u16',
  'i32',
  'u32',
  'i64',
  'u64',
  'f32',
  'f64',
  'string',
  'bytes',
  'cumulative_i64',
  'cumulative_u64',
  'cumulative_f32',
  'cumulative_f64',
  'histogram_i8',
  'histogram_u8',
  'histogram_i16',
  'histogram_u16',
  'histogram_i32',
  'histogram_u32',
  'histogram_i64',
  'histogram_u64',
  'histogram_f32',
  'histogram_f64',
] as const
export const DatumType = z.enum(datumTypes).meta({ id: 'DatumType' })
export type DatumType = z.infer<typeof DatumType>

export const MissingDatum = z
  .object({ datum_type: DatumType, start_time: dateTime.nullish() })
  .meta({ id: 'MissingDatum' })
export type MissingDatum = z.infer<typeof MissingDatum>

/** The running estimate of one quantile, by the P² algorithm. */
export const Quantile = z
  .object({
    p: double,
    marker_heights: z.array(double).length(5),
    marker_positions: z.array(uint64).length(5),
    desired_marker_positions: z.array(double).length(5),
  })
  .meta({ id: 'Quantile' })
export type Quantile = z.infer<typeof Quantile>

const binRange = <N extends z.ZodType>(width: string, number: N) =>
  z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('range_to'), end: number }),
      z.object({ type: z.literal('range'), start: number, end: number }),
      z.object({ type: z.literal('range_from'), start: number }),
    ])
    .meta({ id: `BinRange${width}` })

const bin = <N extends z.ZodType>(width: string, number: N) =>
  z.object({ range: binRange(width, number), count: uint64 }).meta({ id: `Bin${width}` })

const histogram = <N extends z.ZodType, S extends z.ZodType>(width: string, number: N, sum: S) =>
  z
    .object({
      start_time: dateTime,
      bins: z.array(bin(width, number)),
      n_samples: uint64,
      min: number,
      max: number,
      sum_of_samples: sum,
      squared_mean: double,
      p50: Quantile,
      p90: Quantile,
      p99: Quantile,
    })
    .meta({ id: `Histogram${width}` })

const cumulative = <N extends z.ZodType>(width: string, number: N) =>
  z.object({ start_time: dateTime, value: number }).meta({ id: `Cumulative${width}` })

const datum = <T extends string, S extends z.ZodType>(type: T, value: S) =>
  z.object({ type: z.literal(type), datum: value })

export const Datum = z
  .discriminatedUnion('type', [
    datum('bool', z.boolean()),
    datum('i8', int8),
    datum('u8', uint8),
    datum('i16', int16),
    datum('u16', uint16),
    datum('i32', int32),
    datum('u32', uint32),
    datum('i64', int64),
    datum('u64', uint64),
    datum('f32', float),
    datum('f64', double),
    datum('string', z.string()),
    datum('bytes', z.array(uint8)),
    datum('cumulative_i64', cumulative('int64', int64)),
    datum('cumulative_u64', cumulative('uint64', uint64)),
    datum('cumulative_f32', cumulative('float', float)),
    datum('cumulative_f64', cumulative('double', double)),
    datum('histogram_i8', histogram('int8', int8, int64)),
    datum('histogram_u8', histogram('uint8', uint8, int64)),
    datum('histogram_i16', histogram('int16', int16, int64)),
    datum('histogram_u16', histogram('uint16', uint16, int64)),
    datum('histogram_i32', histogram('int32', int32, int64)),
    datum('histogram_u32', histogram('uint32', uint32, int64)),
    datum('histogram_i64', histogram('int64', int64, int64)),
    datum('histogram_u64', histogram('uint64', uint64, int64)),
    datum('histogram_f32', histogram('float', float, double)),
    datum('histogram_f64', histogram('double', double, double)),
    datum('missing', MissingDatum),
  ])
  .meta({ id: 'Datum' })
export type Datum = z.infer<typeof Datum>

export const Measurement = z.object({ datum: Datum, timestamp: dateTime }).meta({ id: 'Measurement' })
export type Measurement = z.infer<typeof Measurement>

export const MeasurementResultsPage = resultsPage(Measurement)

/** The query of a list of measurements: `start_time` is inclusive, `end_time` exclusive. */
export const measurementPage = <S extends z.core.$ZodShape>(selectors: S) =>
  unsortedPage({
    start_time: dateTime.optional(),
    end_time: dateTime.optional(),
    order: PaginationOrder.optional(),
    ...selectors,
  })
