import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { isOperation, pageFetch } from './page-fetch.ts'

/** Downloads what a link of the API leads to. A browser would ask the network for it. */
export function carryDownloads(): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isOperation(link.href)) return
    event.preventDefault()
    save(link.href, link.download).catch((error: unknown) =>
      toast({ variant: 'error', title: 'Could not download', content: messageOf(error) }),
    )
  })
}

async function save(address: string, name: string): Promise<void> {
  const answer = await pageFetch(address)
  if (!answer.ok) throw new Error(((await answer.json()) as { message: string }).message)
  const named = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await answer.blob())
  link.download = name || named || new URL(address).pathname.split('/').at(-1)!
  link.click()
  // Not before the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
