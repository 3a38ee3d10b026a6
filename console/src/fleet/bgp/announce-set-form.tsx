import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { BgpAnnounceSet } from '~/api/types.gen.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { PanelForm } from '~/form/form-shells.tsx'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'
import { NotFound } from '~/shell/frame/error-pages.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { useClosePanel } from '~/shell/paths/use-close-panel.ts'
import { Fact } from '~/ui/facts.tsx'
import { AnnouncementsField } from './announcements-field.tsx'
import { bodyOf, createSet, type SetValues, updateSet, valuesOf } from './announcements.ts'
import { announcementsQuery, announceSetsQuery } from './queries.ts'

const route = getRouteApi('/_app/system/networking/bgp/_announce-sets/announce-sets/$set')

const blank: SetValues = { name: '', description: '', announcements: [] }

export const NewAnnounceSet = () => <AnnounceSetForm start={blank} />

export function EditAnnounceSet() {
  const { set: asked } = route.useParams()
  const { data: sets } = useSuspenseQuery(announceSetsQuery)
  const { data: announced } = useSuspenseQuery(announcementsQuery(asked))
  // The set as the form began with it, whatever happens to it while the form is open.
  const [seen] = useState(() => {
    const set = sets.find(({ id, name }) => id === asked || name === asked)
    return set && { set, start: valuesOf(set, announced) }
  })
  return seen ? <AnnounceSetForm edited={seen.set} start={seen.start} /> : <NotFound />
}

/** The panel of a new announce set, or of one whose networks are changed. */
function AnnounceSetForm({ edited, start }: { edited?: BgpAnnounceSet; start: SetValues }) {
  const form = useForm<SetValues>({ defaultValues: start })
  const close = useClosePanel('/system/networking/bgp/announce-sets')
  const refusal = useRefusal('networking_bgp_announce_set_update')
  const [title, verb] = edited ? ['Edit announce set', 'Update'] : ['Create announce set', 'Create']
  const { submit, question } = useConflictSafe({
    form,
    start,
    valuesOf: (values: SetValues) => values,
    save: async (base, values) => {
      await (edited ? updateSet(edited.id, base, values) : createSet(values))
      toast({ content: outcome('Announce set', values.name, edited ? 'updated' : 'created') })
    },
    onDiscard: close,
  })
  return (
    <PanelForm
      form={form}
      title={title}
      submitLabel={`${verb} announce set`}
      refusal={refusal}
      onSubmit={submit}
      onClose={close}
      copyAs={
        <CopyAs
          form={form}
          request={(values) => copyRequest('networkingBgpAnnounceSetUpdate', { body: bodyOf(values) })}
        />
      }
    >
      {question}
      {edited ? (
        <Metadata thing={edited}>
          <Fact label="Name">{edited.name}</Fact>
        </Metadata>
      ) : (
        <NameField control={form.control} name="name" />
      )}
      <DescriptionField control={form.control} name="description" />
      <AnnouncementsField control={form.control} />
    </PanelForm>
  )
}
