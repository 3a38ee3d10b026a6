import { confirm } from '~/ui/confirm.ts'
import { ConflictError, ConflictList } from './conflict.tsx'

/**
 * Makes a change that has no form: a row's action. Where somebody else changed the thing meanwhile, asks whether to make
 * it all the same, on what is there now.
 * @param original the thing as whoever makes the change has seen it
 */
export async function makeChange<T>(
  name: string,
  original: T,
  change: (original: T) => Promise<unknown>,
): Promise<void> {
  let base = original
  const attempt = async () => {
    try {
      await change(base)
    } catch (error) {
      if (error instanceof ConflictError) base = error.fresh as T
      throw error
    }
  }
  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    void confirm({
      title: 'Changed by someone else',
      body: (
        <>
          Nothing was saved: <b>{name}</b> is not what it was when it was read.
          <ConflictList differences={error.differences} />
        </>
      ),
      confirmLabel: 'Reapply my change',
      cancelLabel: 'Discard',
      action: attempt,
    })
  }
}
