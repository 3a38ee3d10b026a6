import type { VpcDocument } from '../../interface/networks.ts'

/**
 * Operations that need rights over a host's network. Input is validated: documents become plans before anything is
 * done, and a caller passes no names, commands or paths. So it can be offered over a socket as it is.
 */
export interface HostNetworks {
  /**
   * Called first: puts these documents in effect and removes all other networks, also those that an earlier process
   * left. The failure of one does not stop the others.
   */
  restore(documents: readonly VpcDocument[]): Promise<RestoredNetworks>
  /** Resolves once the document, or a later one, is in effect. */
  ensure(document: VpcDocument): Promise<void>
  remove(vpcId: string): Promise<void>
  /** The VPCs that are in effect. One that was damaged from outside is missing until it is declared again. */
  list(): Promise<readonly { vpcId: string; generation: number }[]>
}

export interface RestoredNetworks {
  /** VPCs that could not be put in effect. */
  failed: NetworkProblem[]
  /** Unknown networks that were kept, for example because machines run in them: the list of known ones may be wrong. */
  kept: NetworkProblem[]
}

export interface NetworkProblem {
  vpcId: string
  reason: string
}

/** Gives machines the links in those networks. */
export interface HostLinks {
  /**
   * Lets only this user open the link of a network interface. The link must not be open. Resolves to undefined if no
   * document in effect has the interface.
   */
  giveLink(nicId: string, uid: number): Promise<GivenLink | undefined>
}

/** A tap, and the network namespace that contains it. */
export interface GivenLink {
  namespace: string
  link: string
}
