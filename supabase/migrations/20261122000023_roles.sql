-- Roles of operators: an owner may do everything, a manager nothing with operators or secrets, an attendant only what answering
-- people takes.

alter table funil.operators
  add column role text not null default 'attendant',
  add constraint role_is_known check (role in ('owner', 'manager', 'attendant'));
comment on column funil.operators.role is
  'owner, manager or attendant. Everyone who signed in before roles existed could do everything.';
update funil.operators set role = 'owner';

alter table funil.operator_links
  add column role text not null default 'attendant',
  add constraint role_is_known check (role in ('owner', 'manager', 'attendant'));
comment on column funil.operator_links.role is
  'The role of the operator whom the link makes; an operator who exists keeps the present one.';
update funil.operator_links set role = 'owner'
where email is null or not exists (select 1 from funil.operators);

insert into funil.migrations (version) values (23);
