import type { Role } from '@skerry/contract/rules/roles.ts'
import { Link } from '@tanstack/react-router'
import { RadioField } from '~/form/choice-fields.tsx'
import { ComboboxField } from '~/form/combobox.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { PanelForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { cancelled } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { Notice } from '~/ui/notice.tsx'
import { type AccessRow, describe, typeLabel } from './access-rows.ts'
import { confirmFleetGain, fleetGain, roleChoices, useMappedFleetRoles } from './fleet-gain.tsx'
import type { Policy, PolicyHolder } from './holders.ts'
import { changeRole } from './make-role-change.ts'
import type { People } from './people.ts'
import { confirmLosingAdmin, useOwnIdentities } from './role-actions.tsx'
import { losesAdmin, requestOf, type RoleChange } from './role-change.ts'

interface RoleValues {
  identity: string | null
  role: Role
}

interface RolePanelProps {
  holder: PolicyHolder
  policy: Policy
  people: People
  /** Whose role changes; undefined to add a user or group. */
  changed: AccessRow | undefined
  onClose: () => void
}

/** Gives a user or group a role, or another one. Open while mounted. */
export default function RolePanel({ holder, policy, people, changed, onClose }: RolePanelProps) {
  const own = useOwnIdentities()
  const mapped = useMappedFleetRoles(holder)
  const form = useForm<RoleValues>({
    defaultValues: { identity: changed?.id ?? null, role: changed?.own[0] ?? 'viewer' },
    saveKey: changed ? `role of ${changed.id}` : 'new role',
  })
  const candidates = candidatesOf(policy, people)
  const changeOf = ({ identity, role }: RoleValues): RoleChange => {
    if (changed) return { ...changed, role }
    const {
      value: id = '',
      type = 'silo_user' as const,
      name = '',
    } = candidates?.find(({ value }) => value === identity) ?? {}
    return { id, type, name, role }
  }
  const { submit, question } = useConflictSafe<RoleValues, readonly Role[], void>({
    form,
    start: changed?.own ?? [],
    valuesOf: ([role]) => ({ ...form.getValues(), ...(role && { role }) }),
    save: async (base, values) => {
      const change = changeOf(values)
      if (losesAdmin(policy, own, change) && !(await confirmLosingAdmin(holder))) throw cancelled()
      const inFleet = fleetGain(mapped, values.role, changed?.own[0])
      if (inFleet && !(await confirmFleetGain(change.name, holder, inFleet))) throw cancelled()
      await changeRole(holder, base, change)
      toast({
        content: outcome(
          typeLabel[change.type],
          change.name,
          `is now ${values.role} of`,
          inFleet ? `${holder.name} and ${inFleet} of the fleet` : holder.name,
        ),
      })
    },
    onDiscard: onClose,
  })
  const [title, verb] = changed ? ['Change role', 'Update role'] : ['Add user or group', 'Add user or group']
  return (
    <PanelForm
      form={form}
      title={title}
      submitLabel={verb}
      onSubmit={submit}
      onClose={onClose}
      refusal={
        changed ? !form.formState.isDirty && 'Nothing has been changed' : candidates?.length === 0 && everyoneHasOne
      }
      copyAs={
        <CopyAs
          form={form}
          request={(values) => copyRequest(holder.update, requestOf(holder, policy, changeOf(values)))}
        />
      }
    >
      {question}
      {changed ? (
        <Facts columns={1}>
          <Fact label={typeLabel[changed.type]}>{changed.name}</Fact>
        </Facts>
      ) : candidates?.length === 0 ? (
        <NoCandidates holder={holder} />
      ) : (
        <ComboboxField
          control={form.control}
          name="identity"
          label="User or group"
          required
          items={candidates}
          failure={people.failure}
          hint={
            <>
              Only users and groups without a role here. Others are added under{' '}
              <Link to={placeOf(holder).path} className="text-accent underline">
                {placeOf(holder).label}
              </Link>
            </>
          }
        />
      )}
      <RadioField
        control={form.control}
        name="role"
        label="Role"
        layout="list"
        choices={roleChoices(holder.level, mapped)}
      />
      {holder.level === 'fleet' && (
        <Notice content="A fleet role trusts the identity provider of the user's silo. Whoever controls a provider there, even one added earlier by a silo admin, can sign in as the user." />
      )}
    </PanelForm>
  )
}

const everyoneHasOne = 'All users and groups already have a role here'

/** Where more users come from. */
function placeOf({ people }: PolicyHolder): { path: Path; label: string } {
  if (people === 'all silos') return { path: '/system/silos', label: 'Silos' }
  const path = people === 'own silo' ? '/access/users' : pathTo('/system/silos/$silo/users', people)
  return { path, label: 'Users of the silo' }
}

const NoCandidates = ({ holder }: { holder: PolicyHolder }) => (
  <Notice
    title={everyoneHasOne}
    content="Change a role in the list, or add a user first."
    actions={<ButtonLink to={placeOf(holder).path}>{placeOf(holder).label}</ButtonLink>}
  />
)

/** Users and groups that have no role in the policy yet, groups first. */
function candidatesOf(policy: Policy, { users, groups }: People) {
  if (!users || !groups) return undefined
  const taken = new Set(policy.roleAssignments.map(({ identityId }) => identityId))
  const items = [
    ...groups.map((group) => ({ ...group, type: 'silo_group' as const, siloName: undefined })),
    ...users.map((user) => ({ ...user, type: 'silo_user' as const })),
  ]
  return items
    .filter(({ id }) => !taken.has(id))
    .map(({ id, displayName, type, siloName }) => ({
      value: id,
      label: displayName,
      name: displayName,
      type,
      description: describe(type, siloName),
    }))
}
