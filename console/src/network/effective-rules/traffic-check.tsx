import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Instance } from '~/api/types.gen.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { TextField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { validateIp } from '~/form/validators.ts'
import { externalIpsQuery } from '~/network/external-ips/queries.ts'
import { rulePath } from '~/network/firewall-rules/queries.ts'
import { directionLabel } from '~/network/firewall-rules/rule-words.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { ReadFailureNotice } from '~/ui/read-failure.tsx'
import { decide, interfaceWith, type Traffic, type Result } from './evaluate.ts'
import { type InterfaceRules, useHolderOf } from './use-effective-rules.ts'

interface Values {
  source: string
  destination: string
  protocol: Traffic['protocol']
  port: number | null
  type: number | null
  code: number | null
}

const trafficOf = ({ protocol, port, type, code }: Values): Traffic =>
  protocol === 'icmp' ? { protocol, type: type ?? 0, code: code ?? 0 } : { protocol, port: port ?? 0 }

interface InterfaceResult extends Result {
  vpc: string
}

/** Traffic between two interfaces of the instance leaves the one and comes in at the other: each has its rules. */
function evaluate(
  values: Values,
  interfaces: readonly InterfaceRules[],
  externalIps: readonly string[],
): InterfaceResult[] {
  const { source, destination } = values
  const nics = interfaces.map(({ nic }) => nic)
  const at = (address: string, other: string, direction: Result['direction']): InterfaceResult[] => {
    const through = interfaceWith(nics, externalIps, address)
    return interfaces
      .filter(({ nic }) => nic === through)
      .map(({ nic, vpc, names, rules }) => {
        const own = rules.map(({ rule }) => rule)
        return { nic, vpc: vpc.name, direction, ...decide(own, direction, other, trafficOf(values), names) }
      })
  }
  return [...at(source, destination, 'outbound'), ...at(destination, source, 'inbound')]
}

interface TrafficCheckProps {
  /** Name or id of the URL. */
  project: string
  instance: Instance
  rules: readonly InterfaceRules[]
}

/** Asks what the firewall does to some traffic of an instance, and which rule decides. */
export default function TrafficCheck({ project, instance, rules }: TrafficCheckProps) {
  const external = useQuery(externalIpsQuery(instance.id))
  const externalIps = external.data?.items.map(({ ip }) => ip)
  const primary = rules.find(({ nic }) => nic.primary)?.nic ?? rules[0]?.nic
  const form = useForm<Values>({
    defaultValues: { source: '', destination: primary?.ip ?? '', protocol: 'tcp', port: 22, type: 8, code: 0 },
    saveKey: null,
  })
  const { control } = form
  // The question, not its result: the result follows the rules as they are now.
  const [asked, setAsked] = useState<Values | null>(null)
  const values = form.watch()
  const isIcmp = values.protocol === 'icmp'
  // A result for other values than the fields show would be misleading.
  const isAsked = asked !== null && JSON.stringify(asked) === JSON.stringify(values)
  const nics = rules.map(({ nic }) => nic)
  const other = [asked?.source, asked?.destination].find(
    (address) => address && externalIps && !interfaceWith(nics, externalIps, address),
  )
  const { interfaces, read } = useHolderOf(other, rules)
  const submit = (event: FormEvent) => {
    event.stopPropagation()
    void form.handleSubmit(setAsked)(event)
  }
  const missing = read.failure ?? failureOf(external)
  return (
    <form
      aria-label="Check traffic"
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4 border-b border-line p-4"
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextField control={control} name="source" label="Source" required mono rules={[validateIp]} />
        <TextField control={control} name="destination" label="Destination" required mono rules={[validateIp]} />
        <RadioField
          control={control}
          name="protocol"
          label="Protocol"
          required
          choices={[
            { value: 'tcp', label: 'TCP' },
            { value: 'udp', label: 'UDP' },
            { value: 'icmp', label: 'ICMP' },
          ]}
        />
        {isIcmp ? (
          <div className="grid grid-cols-2 gap-4">
            <NumberField control={control} name="type" label="ICMP type" required max={255} />
            <NumberField control={control} name="code" label="ICMP code" required max={255} />
          </div>
        ) : (
          <NumberField control={control} name="port" label="Destination port" required min={1} max={65_535} />
        )}
      </div>
      {missing && <ReadFailureNotice what="The addresses that the rules refer to" failure={missing} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" refusal={!externalIps && 'The addresses are still loading'}>
          Check
        </Button>
        <div role="status" className="min-w-0 flex-1">
          {isAsked && interfaces && externalIps && (
            <Results project={project} results={evaluate(asked, interfaces, externalIps)} instance={instance} />
          )}
        </div>
      </div>
    </form>
  )
}

interface ResultsProps {
  project: string
  instance: Instance
  results: readonly InterfaceResult[]
}

function Results({ project, instance, results }: ResultsProps) {
  if (results.length === 0)
    return (
      <p className="text-ink-2">
        Neither address belongs to <b className="font-medium text-ink">{instance.name}</b>, so its rules do not apply.
      </p>
    )
  return (
    <ul className="flex flex-col gap-1">
      {results.map(({ nic, vpc, direction, action, rule }) => (
        <li key={direction} className="flex flex-wrap items-center gap-x-2">
          <StateBadge
            state={action}
            label={action === 'allow' ? 'Allowed' : 'Denied'}
            tone={action === 'allow' ? 'ok' : 'bad'}
          />
          <span className="text-ink-2">
            {directionLabel[direction]} at {nic.name},{' '}
            {rule ? (
              <>
                by{' '}
                <Link to={rulePath({ project, vpc }, rule.name)} className="text-accent underline">
                  {rule.name}
                </Link>
                , priority {rule.priority}
              </>
            ) : (
              'no rule matches'
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
