import type { IdentityProvider } from '~/api/types.gen.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { askToDo } from '~/shell/actions/ask-to-do.tsx'
import { outcome } from '~/shell/actions/outcome.tsx'

type Provider = Pick<IdentityProvider, 'id' | 'name'>

export const askToDeleteProvider = ({ id, name }: Provider, silo: string): void =>
  askToDelete({
    kind: 'identity provider',
    name,
    consequence: (
      <>
        is permanently deleted. Nobody can sign in to <b>{silo}</b> through it any more; users who are signed in stay
        so.
      </>
    ),
    method: 'samlIdentityProviderDelete',
    request: { path: { provider: id } },
  })

export function askToMakeDefault({ id, name }: Provider, silo: string): void {
  askToDo({
    title: 'Make default',
    body: (
      <>
        The sign-in page of <b>{silo}</b> will lead to <b>{name}</b>, and offer the others below it.
      </>
    ),
    method: 'samlIdentityProviderMakeDefault',
    request: { path: { provider: id } },
    done: () => outcome('Identity provider', name, 'is now the default of', silo),
  })
}
