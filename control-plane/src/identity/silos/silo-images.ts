import type { Tx } from '../../kernel/database/database.ts'

/** The images of a silo, which the compute wing makes and removes with it. */
export interface SiloImages {
  /** Gives a new silo images to boot from. */
  insert(tx: Tx, siloId: string, now: Date): Promise<void>
  /** Deletes all images of a locked silo. @throws 400 while one is being created */
  remove(tx: Tx, siloId: string): Promise<void>
}

declare module '../../kernel/services.ts' {
  interface WingServices {
    siloImages: SiloImages
  }
}
