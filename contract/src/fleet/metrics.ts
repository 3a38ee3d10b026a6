import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { resultsPage, unsortedPage } from '../paging.ts'
import { bounded, dateTime, NameOrId, uint8 } from '../values.ts'
import { DatumType, measurementPage, MeasurementResultsPage } from './measurements.ts'
import { OxqlQueryResult, TimeseriesQuery } from './oxql.ts'

export const AuthzScope = z.enum(['fleet', 'silo', 'project', 'viewable_to_all']).meta({ id: 'AuthzScope' })
export type AuthzScope = z.infer<typeof AuthzScope>

export const FieldSource = z.enum(['target', 'metric']).meta({ id: 'FieldSource' })
export type FieldSource = z.infer<typeof FieldSource>

export const FieldType = z
  .enum(['string', 'i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64', 'ip_addr', 'uuid', 'bool'])
  .meta({ id: 'FieldType' })
export type FieldType = z.infer<typeof FieldType>

export const FieldSchema = z
  .object({ name: z.string(), description: z.string(), field_type: FieldType, source: FieldSource })
  .meta({ id: 'FieldSchema' })
export type FieldSchema = z.infer<typeof FieldSchema>

export const TimeseriesDescription = z
  .object({ metric: z.string(), target: z.string() })
  .meta({ id: 'TimeseriesDescription' })
export type TimeseriesDescription = z.infer<typeof TimeseriesDescription>

export const TimeseriesName = bounded(256)
  .regex(/^(([a-z]+[a-z0-9]*)(_([a-z0-9]+))*):(([a-z]+[a-z0-9]*)(_([a-z0-9]+))*)$/, 'must be <target>:<metric>')
  .meta({ id: 'TimeseriesName' })
export type TimeseriesName = z.infer<typeof TimeseriesName>

export const Units = z
  .enum(['count', 'bytes', 'seconds', 'nanoseconds', 'volts', 'amps', 'watts', 'degrees_celsius', 'none', 'rpm'])
  .meta({ id: 'Units' })
export type Units = z.infer<typeof Units>

export const TimeseriesSchema = z
  .object({
    description: TimeseriesDescription,
    authz_scope: AuthzScope,
    created: dateTime,
    datum_type: DatumType,
    field_schema: z.array(FieldSchema),
    timeseries_name: TimeseriesName,
    units: Units,
    version: uint8.min(1),
  })
  .meta({ id: 'TimeseriesSchema' })
export type TimeseriesSchema = z.infer<typeof TimeseriesSchema>

export const SystemMetricName = z
  .enum(['virtual_disk_space_provisioned', 'cpus_provisioned', 'ram_provisioned'])
  .meta({ id: 'SystemMetricName' })
export type SystemMetricName = z.infer<typeof SystemMetricName>

export const metrics = defineOperations({
  silo_metric: {
    tag: 'metrics',
    method: 'get',
    path: '/v1/metrics/{metric_name}',
    params: z.object({ metric_name: SystemMetricName }),
    query: measurementPage({ project: NameOrId.optional() }),
    firstPage: ['end_time', 'start_time'],
    paginated: true,
    maxLimit: 10_000,
    cost: 'query',
    answer: [200, MeasurementResultsPage],
  },
  system_metric: {
    tag: 'system/metrics',
    method: 'get',
    path: '/v1/system/metrics/{metric_name}',
    params: z.object({ metric_name: SystemMetricName }),
    query: measurementPage({ silo: NameOrId.optional() }),
    firstPage: ['end_time', 'start_time'],
    paginated: true,
    maxLimit: 10_000,
    cost: 'query',
    answer: [200, MeasurementResultsPage],
  },
  system_timeseries_query: {
    tag: 'system/metrics',
    method: 'post',
    path: '/v1/system/timeseries/query',
    body: TimeseriesQuery,
    cost: 'query',
    answer: [200, OxqlQueryResult],
  },
  system_timeseries_schema_list: {
    tag: 'system/metrics',
    method: 'get',
    path: '/v1/system/timeseries/schemas',
    query: unsortedPage(),
    paginated: true,
    answer: [200, resultsPage(TimeseriesSchema)],
  },
  timeseries_query: {
    tag: 'experimental',
    method: 'post',
    path: '/v1/timeseries/query',
    query: z.object({ project: NameOrId }),
    body: TimeseriesQuery,
    cost: 'query',
    answer: [200, OxqlQueryResult],
  },
})
