import { beforeEach, expect, it, vi } from 'vitest'
import {
  clearSavedForms,
  withoutSecrets,
  saveDirtyForms,
  setFormsOwner,
  takeSavedForm,
  watchForm,
} from './saved-forms.ts'

let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  setFormsOwner('ada')
})

it('keeps text, lists and nested values, but no secrets and no files', () => {
  const values = {
    name: 'a',
    password: 'x',
    file: new Blob(['x']),
    idp: { key: 'k', url: 'u' },
    list: [{ key: 'k', n: 1 }],
  }
  expect(withoutSecrets(values, ['password', 'idp.key', 'list.key'])).toEqual({
    name: 'a',
    idp: { url: 'u' },
    list: [{ n: 1 }],
  })
})

it('gives a dirty form back once', () => {
  const forget = watchForm('/projects-new', () => ({ name: 'tide' }))
  watchForm('/clean', () => null)
  saveDirtyForms()
  forget()
  expect(takeSavedForm('/clean')).toBeUndefined()
  expect(takeSavedForm('/projects-new')).toEqual({ name: 'tide' })
  expect(takeSavedForm('/projects-new')).toBeUndefined()
})

it('forgets on signing out', () => {
  watchForm('/a', () => ({ name: 'tide' }))
  saveDirtyForms()
  clearSavedForms()
  expect(takeSavedForm('/a')).toBeUndefined()
})

it('belongs to who typed it: another user finds nothing, nor does the first one after that', () => {
  const forget = watchForm('/projects-new', () => ({ name: 'tide' }))
  saveDirtyForms()
  forget()
  setFormsOwner('ada')
  expect([...kept.values()].join()).toContain('tide')
  setFormsOwner('bob')
  expect([...kept.values()].join()).not.toContain('tide')
  expect(takeSavedForm('/projects-new')).toBeUndefined()
  setFormsOwner('ada')
  expect(takeSavedForm('/projects-new')).toBeUndefined()
})

it('keeps nothing before it is known who types', async () => {
  vi.resetModules()
  const forms = await import('./saved-forms.ts')
  kept.clear()
  forms.watchForm('/login', () => ({ username: 'ada' }))
  forms.saveDirtyForms()
  expect([...kept]).toEqual([])
})
