import type { Tx } from '../../kernel/database/database.ts'

/** The images of a silo, which the compute wing creates and deletes with it. */
export interface SiloImages {
  /** Inserts the starter images of a new silo, if the platform has any. */
  insert(tx: Tx, siloId: string, now: Date): Promise<void>
  /** Deletes all images of a locked silo. @throws 400 while one is being created */
  remove(tx: Tx, siloId: string): Promise<void>
}

declare module '../../kernel/services/services.ts' {
  interface WingServices {
    siloImages: SiloImages
  }
}
