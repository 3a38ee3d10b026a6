import type { VpcDocument } from '../../networks.ts'

/**
 * What needs rights over a host's network. Whatever it gets is checked: documents become plans before anything is done,
 * and there are no names, commands or paths of a caller. So it can be offered over a socket as it is.
 */
export interface HostNetworks {
  /**
   * Called first: puts these in force and removes all others, also what a process that ended in between left. One that
   * fails stops no other.
   */
  restore(documents: readonly VpcDocument[]): Promise<RestoredNetworks>
  /** Resolves once the document, or a later one, is in force. */
  ensure(document: VpcDocument): Promise<void>
  remove(vpcId: string): Promise<void>
  /** Those in force. One that was damaged from outside is not, until it is declared again. */
  list(): Promise<readonly { vpcId: string; generation: number }[]>
}

export interface RestoredNetworks {
  /** Those that are not in force. */
  failed: NetworkProblem[]
  /** Others that are left alone, such as those with machines: what knows no such VPC may be wrong. */
  kept: NetworkProblem[]
}

export interface NetworkProblem {
  vpcId: string
  reason: string
}

/** The links of machines in those networks. */
export interface HostLinks {
  /**
   * Lets a user open the link of a network interface, and nobody else. Nothing may have it open. Resolves to undefined
   * when no document in force has the interface.
   */
  giveLink(nicId: string, uid: number): Promise<GivenLink | undefined>
}

/** A tap, and the network namespace in which it is. */
export interface GivenLink {
  namespace: string
  link: string
}
