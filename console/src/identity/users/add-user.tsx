import type { Role } from '@skerry/contract/rules/roles.ts'
import { callOrThrow, refreshAfter, type RequestOf } from '~/api/queries.ts'
import { RadioField } from '~/form/choice-fields.tsx'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { ModalForm } from '~/form/form-shells.tsx'
import { NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { confirmFleetGain, fleetGain, roleChoices, useMappedFleetRoles } from '~/identity/policies/fleet-gain.tsx'
import type { PolicyHolder } from '~/identity/policies/holders.ts'
import { changeRole } from '~/identity/policies/make-role-change.ts'
import { cancelled, messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { newPassword, passwordBody, PasswordFields, type PasswordValues } from './password-fields.tsx'

interface Values extends PasswordValues {
  name: string
  role: Role | 'none'
}

interface AddUserProps {
  silo: { id: string; name: string }
  /** The policy of the silo, for the role that the user begins with. */
  holder: PolicyHolder
  /** Why the caller may give no roles. */
  roleRefusal: string | undefined
  onClose: () => void
}

const withoutRole =
  'Can sign in, but sees only projects where the user, or a group of the user, has a role. Give one on the Access page of the project.'

export default function AddUser({ silo, holder, roleRefusal, onClose }: AddUserProps) {
  const mapped = useMappedFleetRoles(holder)
  const form = useForm<Values>({
    defaultValues: { name: '', role: 'none', ...newPassword },
    saveKey: 'add user',
  })
  const request = (values: Values): RequestOf<'localIdpUserCreate'> => ({
    query: { silo: silo.id },
    body: { externalId: values.name, password: passwordBody(values) },
  })
  const submit = async (values: Values) => {
    const { name, role } = values
    const inFleet = role === 'none' ? undefined : fleetGain(mapped, role)
    if (inFleet && !(await confirmFleetGain(name, holder, inFleet))) throw cancelled()
    const { id } = await callOrThrow('localIdpUserCreate', request(values))
    void refreshAfter('localIdpUserCreate')
    // The user exists even if setting the role failed, so the form is done.
    const failure =
      role !== 'none' &&
      (await changeRole(holder, [], { id, type: 'silo_user', name, role }).then(
        () => undefined,
        (error: unknown) => messageOf(error),
      ))
    if (failure)
      return toast({ variant: 'error', title: 'User added without a role', content: `${name} has no role: ${failure}` })
    toast({
      content: (
        <>
          User <b className="font-medium">{name}</b> added to <b className="font-medium">{silo.name}</b>
          {role !== 'none' && ` as ${role}`}
          {inFleet && `, and is now ${inFleet} of the fleet`}
        </>
      ),
    })
  }
  return (
    <ModalForm
      form={form}
      title="Add user"
      onClose={onClose}
      onSubmit={submit}
      copyAs={
        <CopyAs form={form} request={(values) => copyRequest('localIdpUserCreate', request(values), ['value'])} />
      }
    >
      <NameField control={form.control} name="name" hint="The user signs in with this name" />
      <PasswordFields control={form.control} />
      <RadioField
        control={form.control}
        name="role"
        label={`Role in ${holder.name}`}
        layout="list"
        choices={[
          { value: 'none', label: 'None', description: withoutRole },
          ...roleChoices(holder.level, mapped).map((choice) => ({ ...choice, refusal: roleRefusal })),
        ]}
      />
    </ModalForm>
  )
}
