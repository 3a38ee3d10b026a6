import { expect, test } from 'vitest'
import { pageOf, titleOf, trailOf } from './crumbs.ts'

const match = (id: string, staticData: object = {}) => ({ id, params: { project: 'web' }, staticData })

const list = [
  match('root'),
  match('/_app'),
  match('/projects/web', {
    crumbs: [
      { label: 'Projects', to: '/projects' },
      { label: '$project', to: '/projects/$project/instances' },
    ],
  }),
  match('/_instances', { page: true, crumbs: [{ label: 'Instances', to: '/projects/$project/instances' }] }),
]

test('the trail goes from the outermost to the page', () => {
  expect(trailOf(list)).toEqual([
    { label: 'Projects', to: '/projects' },
    { label: 'web', to: '/projects/web/instances' },
    { label: 'Instances', to: '/projects/web/instances' },
  ])
})

test('a thing that the URL has by its id is called what its loader says', () => {
  const crumbs = [{ label: '$title', to: '/access/users/$user' }]
  const user = { id: '/user', params: { user: 'id-1' }, staticData: { crumbs }, loaderData: { title: 'ada' } }
  expect(trailOf([user])).toEqual([{ label: 'ada', to: '/access/users/id-1' }])
})

test('the title goes the other way, a panel first', () => {
  expect(titleOf([...list, match('/instances')])).toBe('Instances / web / Projects / Skerry')
  expect(titleOf([...list, match('/edit', { panel: 'Edit instance' })])).toBe(
    'Edit instance / Instances / web / Projects / Skerry',
  )
})

test('what is not found is titled so, and stands for what it hides', () => {
  const lookup = { ...match('/lookup', { crumbs: [{ label: 'Lookup', to: '/lookup' }] }), status: 'notFound' }
  expect(titleOf([...list.slice(0, 2), lookup])).toBe('Page not found / Skerry')
})

test('a list and the panels over it are one page', () => {
  expect(pageOf([...list, match('/instances')])).toBe(pageOf([...list, match('/edit', { panel: 'Edit instance' })]))
  expect(pageOf(list.slice(0, 3))).not.toBe(pageOf(list))
})
