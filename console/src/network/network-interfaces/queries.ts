import { wholeListQuery } from '~/api/queries.ts'

const secondary = { secondary: true }

export const interfacesQuery = (instance: string) =>
  wholeListQuery('instanceNetworkInterfaceList', { query: { instance } }, secondary)

export const vpcsQuery = (project: string) => wholeListQuery('vpcList', { query: { project } }, secondary)

export const subnetsQuery = (vpc: string) => wholeListQuery('vpcSubnetList', { query: { vpc } }, secondary)
