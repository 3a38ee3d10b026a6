import { z } from 'zod'
import {
  dateTime,
  double,
  int8,
  int16,
  int32,
  int64,
  ipAddress,
  uint8,
  uint16,
  uint32,
  uint64,
  uuid,
} from '../values.ts'
import { Quantile } from './measurements.ts'

export const TimeseriesQuery = z.object({ query: z.string() }).meta({ id: 'TimeseriesQuery' })
export type TimeseriesQuery = z.infer<typeof TimeseriesQuery>

const distribution = <N extends z.ZodType>(width: string, number: N) =>
  z
    .object({
      bins: z.array(number),
      counts: z.array(uint64),
      min: number.nullish(),
      max: number.nullish(),
      sum_of_samples: number,
      squared_mean: double,
      p50: Quantile.nullish(),
      p90: Quantile.nullish(),
      p99: Quantile.nullish(),
    })
    .meta({ id: `Distribution${width}` })

const values = <T extends string, S extends z.ZodType>(type: T, value: S) =>
  z.object({ type: z.literal(type), values: z.array(value.nullable()) })

export const ValueArray = z
  .discriminatedUnion('type', [
    values('integer', int64),
    values('double', double),
    values('boolean', z.boolean()),
    values('string', z.string()),
    values('integer_distribution', distribution('int64', int64)),
    values('double_distribution', distribution('double', double)),
  ])
  .meta({ id: 'ValueArray' })
export type ValueArray = z.infer<typeof ValueArray>

export const MetricType = z.enum(['gauge', 'delta', 'cumulative']).meta({ id: 'MetricType' })
export type MetricType = z.infer<typeof MetricType>

export const Values = z.object({ metric_type: MetricType, values: ValueArray }).meta({ id: 'Values' })
export type Values = z.infer<typeof Values>

export const Points = z
  .object({
    start_times: z.array(dateTime).nullish(),
    timestamps: z.array(dateTime),
    values: z.array(Values),
  })
  .meta({ id: 'Points' })
export type Points = z.infer<typeof Points>

const field = <T extends string, S extends z.ZodType>(type: T, value: S) => z.object({ type: z.literal(type), value })

export const FieldValue = z
  .discriminatedUnion('type', [
    field('string', z.string()),
    field('i8', int8),
    field('u8', uint8),
    field('i16', int16),
    field('u16', uint16),
    field('i32', int32),
    field('u32', uint32),
    field('i64', int64),
    field('u64', uint64),
    field('ip_addr', ipAddress),
    field('uuid', uuid),
    field('bool', z.boolean()),
  ])
  .meta({ id: 'FieldValue' })
export type FieldValue = z.infer<typeof FieldValue>

export const Timeseries = z
  .object({ fields: z.record(z.string(), FieldValue), points: Points })
  .meta({ id: 'Timeseries' })
export type Timeseries = z.infer<typeof Timeseries>

export const Table = z.object({ name: z.string(), timeseries: z.record(z.string(), Timeseries) }).meta({ id: 'Table' })
export type Table = z.infer<typeof Table>

export const OxqlQueryResult = z.object({ tables: z.array(Table) }).meta({ id: 'OxqlQueryResult' })
export type OxqlQueryResult = z.infer<typeof OxqlQueryResult>
