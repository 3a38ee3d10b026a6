-- Declarations of a VPC that are pending, for changes that join one.
create index sagas_vpc_declarations on sagas ((data ->> 'vpcId')) where name = 'vpc-declare' and state = 'running';
