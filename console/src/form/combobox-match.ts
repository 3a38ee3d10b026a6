import type { ListItem } from './listbox.tsx'

const plain = (text: string) => text.replaceAll(/\s/g, '').toLocaleLowerCase()

/** The items whose label contains the text, in their order; case and spaces are ignored. */
export const matching = (items: readonly ListItem[], text: string): readonly ListItem[] => {
  const wanted = plain(text)
  return wanted === '' ? items : items.filter((item) => plain(item.label).includes(wanted))
}

/** The options for a text; where free values are allowed, the last one is the text itself. */
export function offered(items: readonly ListItem[], text: string, free: boolean): readonly ListItem[] {
  const found = matching(items, text)
  const own = text.trim()
  if (!free || own === '' || items.some((item) => item.label === own)) return found
  return [...found, { value: own, label: `Custom: ${own}` }]
}
