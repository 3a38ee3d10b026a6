/** A file of diagnostic data. */
export interface DiagnosticFile {
  path: string
  text: string
}

export interface Diagnostics {
  /**
   * Collects diagnostics from every part of the platform that answers, without secrets.
   * @param id of the collection: a second call with it while the first is running gets the same result
   */
  gather(id: string, signal?: AbortSignal): Promise<readonly DiagnosticFile[]>
}

export const jsonFile = (path: string, content: object): DiagnosticFile => ({
  path,
  text: JSON.stringify(content, null, 2),
})
