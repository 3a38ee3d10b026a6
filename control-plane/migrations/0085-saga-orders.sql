-- The order in which sagas took their resources: their calls to the platform carry it (ADR 62). An undo has the number
-- after that of its saga.
create sequence saga_orders start 2 increment 2;
alter table sagas add column order_no bigint;
update sagas set order_no = numbered.order_no
from (select id, nextval('saga_orders') as order_no from (select id from sagas order by time_created, id) oldest) numbered
where sagas.id = numbered.id;
alter table sagas alter column order_no set default nextval('saga_orders'), alter column order_no set not null;
alter sequence saga_orders owned by sagas.order_no;
