/** A file of what the platform tells of itself. */
export interface DiagnosticFile {
  path: string
  text: string
}

export interface Diagnostics {
  /**
   * Has every part of the platform that answers tell of itself, without secrets.
   * @param id of what is gathered for: asked again with it meanwhile, both get the same
   */
  gather(id: string, signal?: AbortSignal): Promise<readonly DiagnosticFile[]>
}
