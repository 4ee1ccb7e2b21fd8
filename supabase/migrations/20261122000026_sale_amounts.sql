-- What of a sale's money went back, when a pending one runs out, and which subscription it charges.

-- In centavos, of the value: 0, nothing went back; null, its value is not known.
alter table funil.sales add column refunded_cents bigint default 0
  constraint refunded_is_not_negative check (refunded_cents >= 0);
-- When a pending sale counts as canceled; null: never, or it is not pending.
alter table funil.sales add column expires_at timestamptz;
-- The platform's own name of the subscription; null: it is none.
alter table funil.sales add column subscription text;
-- 1: the subscription's first charge; null: the platform does not say.
alter table funil.sales add column charge_number integer
  constraint charge_number_is_positive check (charge_number > 0);
-- Finds pending sales that have run out.
create index sales_by_expiry on funil.sales (expires_at) where state = 'pending' and expires_at is not null;
-- Finds all charges of a subscription.
create index sales_by_subscription on funil.sales (platform, subscription) where subscription is not null;

-- Partial refunds: what went back of a sale before all of it did.
create table funil.sale_refunds (
  -- The sale.
  platform text not null,
  sale_key text not null,
  -- When it went back.
  at timestamptz not null,
  -- In centavos.
  cents bigint not null,

  primary key (platform, sale_key, at),
  constraint cents_are_positive check (cents > 0)
);
alter table funil.sale_refunds enable row level security;

update funil.sales set refunded_cents = value_cents where state in ('refunded', 'chargeback');

-- True: its notice came more than two days after it happened, as history that a seller sends again.
alter table funil.sale_moments add column is_late boolean not null default false;

-- Finds the notices that an older version of an adapter read.
create index notices_by_reader on funil.notices (platform, read_by);
-- Every sale is made anew from its notices: refunds, expiry, subscription and keys.
update funil.notices set read_by = null where sale_key is not null and trouble is null;

-- Keys of numbers that are read differently now (contract/src/person.ts) are written anew in the background:
-- landlines and mobiles that shared one, numbers of no area code, and fillers.
update public.leads set phone_key = null where phone_key <> '' and (
  not phone_key ~ '^[1-9]{2}[6-9]'
  or substr(phone_key, 1, 2) in ('23', '25', '26', '29', '36', '39', '52', '56', '57', '58', '59', '72', '76', '78')
  or substr(phone_key, 3) in ('22222222', '33333333', '44444444', '55555555', '66666666', '77777777', '88888888', '99999999',
    '00000000', '11111111', '12345678', '23456789')
);
update public.applications set phone_key = null where phone_key <> '' and (
  not phone_key ~ '^[1-9]{2}[6-9]'
  or substr(phone_key, 1, 2) in ('23', '25', '26', '29', '36', '39', '52', '56', '57', '58', '59', '72', '76', '78')
  or substr(phone_key, 3) in ('22222222', '33333333', '44444444', '55555555', '66666666', '77777777', '88888888', '99999999',
    '00000000', '11111111', '12345678', '23456789')
);
update funil.subjects set phone_key = null
where substr(phone_key, 1, 2) in ('23', '25', '26', '29', '36', '39', '52', '56', '57', '58', '59', '72', '76', '78')
  or substr(phone_key, 3) in ('22222222', '33333333', '44444444', '55555555', '66666666', '77777777', '88888888', '99999999',
    '00000000', '11111111', '12345678', '23456789');
update funil.subjects set phone_key = substr(phone_key, 1, 2) || '9' || substr(phone_key, 3)
where phone_key ~ '^[1-9]{2}[0-5]' and words like '%"9' || substr(phone_key, 3) || '"%';
update funil.announcements set phone_key = substr(nullif(data, '')::jsonb ->> 'phone_digits', 3)
where phone_key ~ '^[1-9]{2}[0-5]' and length(nullif(data, '')::jsonb ->> 'phone_digits') = 13;

insert into funil.migrations (version) values (26);
