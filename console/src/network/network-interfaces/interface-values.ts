import type { InstanceNetworkInterfaceCreate, Vpc } from '~/api/types.gen.ts'

/** A new network interface as its form has it; VPC and subnet by name. */
export interface InterfaceValues {
  name: string
  description: string
  vpc: string
  subnet: string
  /** Empty: any that is free. */
  ip: string
}

/** @param present the VPC of the interfaces that are there; all of an instance are in one. */
export const newInterface = (vpcs: readonly Vpc[], present?: string): InterfaceValues => ({
  name: '',
  description: '',
  vpc: present ?? (vpcs.length === 1 ? vpcs[0]!.name : ''),
  subnet: '',
  ip: '',
})

export const interfaceBody = (values: InterfaceValues): InstanceNetworkInterfaceCreate => ({
  name: values.name,
  description: values.description,
  vpcName: values.vpc,
  subnetName: values.subnet,
  ip: values.ip || null,
})
