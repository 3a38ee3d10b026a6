const lastHour = (series: string, by: string, filter = '') =>
  `get ${series} | filter timestamp > @now() - 1h${filter} | align mean_within(1m) | group_by [${by}], sum`

export const exampleQueries = [
  {
    label: 'CPU time of each instance',
    query: lastHour('virtual_machine:vcpu_usage', 'instance_id', ' && state == "run"'),
  },
  { label: 'Bytes written to each disk', query: lastHour('virtual_disk:bytes_written', 'disk_id') },
  {
    label: 'Bytes received by each instance',
    query: lastHour('instance_network_interface:bytes_received', 'instance_id'),
  },
] as const
