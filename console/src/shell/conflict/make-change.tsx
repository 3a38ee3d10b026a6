import { confirm } from '~/lib/confirm.ts'
import { ConflictError, ConflictList } from './conflict.tsx'

/**
 * Makes a change that has no form: a row's action. Where another user changed the same, asks whether to apply it to
 * the fresh copy. @param base the thing as the caller saw it @param mine as it is to be
 */
export async function makeChange<T>(
  name: string,
  base: T,
  mine: T,
  change: (base: T, mine: T) => Promise<unknown>,
): Promise<void> {
  let next = { base, mine }
  const attempt = async () => {
    try {
      await change(next.base, next.mine)
    } catch (error) {
      if (error instanceof ConflictError) next = { base: error.fresh as T, mine: error.merged as T }
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
          Nothing was saved: <b>{name}</b> changed after it was read.
          <ConflictList clashes={error.clashes} />
        </>
      ),
      confirmLabel: 'Reapply my change',
      cancelLabel: 'Discard',
      action: attempt,
    })
  }
}
