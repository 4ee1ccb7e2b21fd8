-- Roles of operators: an owner may do everything, a manager nothing with operators or secrets, an attendant only what answering
-- people takes.

-- owner, manager or attendant. Everyone who signed in before roles existed could do everything.
alter table operators add column role text not null default 'attendant'
  constraint role_is_known check (role in ('owner', 'manager', 'attendant'));
update operators set role = 'owner';

-- The role of the operator whom the link makes; an operator who exists keeps the present one.
alter table operator_links add column role text not null default 'attendant'
  constraint role_is_known check (role in ('owner', 'manager', 'attendant'));
update operator_links set role = 'owner'
where email is null or not exists (select 1 from operators);
