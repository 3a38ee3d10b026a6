let unanswered = 0

/** Whether a change of this page is on its way: its answer refreshes what is on screen. */
export const isWriting = (): boolean => unanswered > 0

/** Counts a change until its answer is there. */
export async function whileWriting<T>(change: Promise<T>): Promise<T> {
  unanswered += 1
  try {
    return await change
  } finally {
    unanswered -= 1
  }
}
