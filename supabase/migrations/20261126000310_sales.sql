-- Sales, which are computed from notices, and what operators decide about them. No API exposes these tables.

-- A row per sale, computed from all its notices (sales/reduce-sale.ts) and rebuilt at any time.
create table funil.sales (
  -- Platform of the checkout.
  platform text not null,
  -- Key that the sale's notices share: nearly always the transaction.
  sale_key text not null,
  -- The transaction as the platform displays it.
  "transaction" text not null,
  -- The present state.
  state text not null,
  -- In centavos, without the buyer's interest; null: unknown, or not in reais.
  value_cents bigint,
  -- Parts of the value, in centavos; null: unknown. What the receiving account keeps,
  net_cents bigint,
  -- the platform's fee,
  fee_cents bigint,
  -- and what affiliates and co-producers get.
  commission_cents bigint,
  -- Refunded part of the value, in centavos. 0: nothing was refunded; null: the value, or how much of it, is unknown.
  refunded_cents bigint default 0,
  -- Currency code of three letters.
  currency text not null,
  -- pix, boleto, credit_card, or the platform's word.
  method text,
  -- The product.
  product_id text,
  product_name text,
  -- The buyer.
  buyer_name text,
  buyer_email text,
  buyer_phone text,
  -- Earliest time in any notice.
  begun_at timestamptz not null,
  -- When it reached each state; null: never.
  pending_at timestamptz,
  paid_at timestamptz,
  refunded_at timestamptz,
  chargeback_at timestamptz,
  canceled_at timestamptz,
  abandoned_at timestamptz,
  -- When a pending sale counts as canceled. Null: never, or the sale is not pending.
  expires_at timestamptz,
  -- With what an unpaid sale can be paid (Pix code, boleto's line, payment's address), and until when. Null: unknown,
  -- expired, or paid.
  payment_code text,
  payment_code_until timestamptz,
  -- The platform's identifier of the subscription. Null: the sale belongs to none.
  subscription text,
  -- 1: the subscription's first charge. Null: the platform does not say.
  charge_number integer,
  -- Shared by the main product, bumps and upsells of one purchase; the sale's own key if it stands alone.
  order_id text not null,
  -- Number of the buyer's card payments for this charge. Null: unknown.
  installments integer,
  -- What the row was computed from: notice, api or import.
  source text not null default 'notice',
  -- True: a test of the platform's panel, a sandbox sale or one with a test mark, which no total counts.
  is_test boolean not null,
  -- How its lead was matched: reference, phone, email or hand; null: no match.
  -- By hand with a lead_source of null: an operator marked the sale as belonging to no lead.
  matched_by text,
  -- Whether that is a lead or an application.
  lead_source text,
  -- The lead's idempotency key, or the application's id; null for a lead that came without a key.
  lead_ref uuid,
  -- The lead's row; null for an application.
  lead_id bigint,
  -- Number of leads and applications that matched in this way.
  candidates integer not null,
  -- When any of this changed.
  updated_at timestamptz not null default now(),

  primary key (platform, sale_key),
  constraint state_is_known check (
    state in ('pending', 'paid', 'refunded', 'chargeback', 'canceled', 'abandoned')
  ),
  constraint value_is_not_negative check (value_cents >= 0),
  constraint net_is_not_negative check (net_cents >= 0),
  constraint fee_is_not_negative check (fee_cents >= 0),
  constraint commission_is_not_negative check (commission_cents >= 0),
  constraint refunded_is_not_negative check (refunded_cents >= 0),
  constraint charge_number_is_positive check (charge_number > 0),
  constraint installments_are_positive check (installments > 0),
  constraint source_is_known check (source in ('notice', 'api', 'import')),
  constraint currency_has_three_letters check (currency ~ '^[A-Z]{3}$'),
  constraint matched_by_is_known check (matched_by in ('reference', 'phone', 'email', 'hand')),
  constraint lead_source_is_known check (lead_source in ('lead', 'application')),
  constraint match_is_complete check (
    (matched_by is not distinct from 'hand' or (matched_by is null) = (lead_source is null))
    and (matched_by is not null or lead_source is null)
    and (lead_id is null or lead_source = 'lead')
  )
);
alter table funil.sales enable row level security;
-- Lists sales in order of time, and reports a period.
create index sales_by_begin on funil.sales (begun_at, platform, sale_key);
create index sales_by_payment on funil.sales (paid_at) where paid_at is not null;
-- Finds a lead's sales by its reference.
create index sales_by_lead on funil.sales (lead_ref) where lead_ref is not null;
-- Finds a lead's sales if the lead has no idempotency key.
create index sales_by_lead_row on funil.sales (lead_id) where lead_id is not null;
-- Lists sales by the time that the console shows: of the payment, else of the begin.
create index sales_by_shown_time on funil.sales ((coalesce(paid_at, begun_at)), platform, sale_key);
-- Counts a product's buyers.
create index sales_by_product on funil.sales (product_name) where state = 'paid';
-- Finds the newest change, to update open screens.
create index sales_by_update on funil.sales (updated_at);
-- Lists pending sales.
create index sales_pending on funil.sales (begun_at) where state = 'pending';
-- Finds open checkouts, the newest first.
create index sales_abandoned on funil.sales (begun_at) where state = 'abandoned';
-- Finds payments that expired.
create index sales_lapsed on funil.sales (canceled_at) where state = 'canceled' and pending_at is not null;
-- Lists sales without a lead.
create index sales_without_lead on funil.sales (begun_at) where lead_source is null;
-- Finds pending sales that have expired.
create index sales_by_expiry on funil.sales (expires_at) where state = 'pending' and expires_at is not null;
-- Finds unpaid sales whose code has expired.
create index sales_by_code_expiry on funil.sales (payment_code_until) where payment_code_until is not null;
-- Finds all charges of a subscription.
create index sales_by_subscription on funil.sales (platform, subscription) where subscription is not null;
-- Finds the other charges of an order.
create index sales_by_order on funil.sales (platform, order_id);

-- Keys by which a sale's lead is found. A lead that is stored after its sale finds the sale here.
create table funil.sale_keys (
  -- reference, phone or email.
  kind text not null,
  -- 32 hexadecimal digits, or a key of contract/src/contacts/person.ts.
  key text not null,
  -- The sale.
  platform text not null,
  sale_key text not null,

  primary key (kind, key, platform, sale_key)
);
alter table funil.sale_keys enable row level security;
-- Finds a sale's keys, to replace them.
create index sale_keys_by_sale on funil.sale_keys (platform, sale_key);

-- Partial refunds: amounts that were refunded before the complete sale was.
create table funil.sale_refunds (
  -- The sale.
  platform text not null,
  sale_key text not null,
  -- When the amount was refunded.
  at timestamptz not null,
  -- In centavos; null: neither a notice nor an operator says how much.
  cents bigint,

  primary key (platform, sale_key, at),
  constraint cents_are_positive check (cents > 0)
);
alter table funil.sale_refunds enable row level security;

-- Whose share of a co-production is the net, with which the platform's sales were computed. No row: unknown.
create table funil.sale_accounts (
  platform text primary key,
  -- producer or coproducer.
  role text not null,

  constraint role_is_known check (role in ('producer', 'coproducer'))
);
alter table funil.sale_accounts enable row level security;

-- Leads that an operator chose for sales. An operator's choice overrides the match by key.
create table funil.sale_matches (
  platform text not null,
  sale_key text not null,
  -- lead:<number> or application:<uuid>; null: the sale belongs to no lead.
  subject text,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (platform, sale_key)
);
alter table funil.sale_matches enable row level security;
-- Finds the choices that name a lead, to erase them with it.
create index sale_matches_by_subject on funil.sale_matches (subject) where subject is not null;

-- Sales that an operator marked as an own test purchase, which no total counts.
create table funil.sale_test_marks (
  platform text not null,
  sale_key text not null,
  marked_by text not null,
  marked_at timestamptz not null,
  primary key (platform, sale_key)
);
alter table funil.sale_test_marks enable row level security;

-- Names of the sales whose buyers were erased: later notices, lists and files of the same purchase stay without the buyer.
create table funil.erased_sales (
  -- A transaction, its order, or its subscription.
  key text not null,
  platform text not null,
  -- sale (transactions and orders) or subscription.
  kind text not null,

  primary key (key, platform, kind),
  constraint kind_is_known check (kind in ('sale', 'subscription'))
);
alter table funil.erased_sales enable row level security;

-- Amounts that operators state of partial refunds whose notices do not.
create table funil.sale_refund_amounts (
  platform text not null,
  sale_key text not null,
  -- In centavos.
  cents bigint not null,
  stated_by text not null,
  stated_at timestamptz not null,
  primary key (platform, sale_key),
  constraint cents_are_positive check (cents > 0)
);
alter table funil.sale_refund_amounts enable row level security;

-- When a sale first reached each state that is delivered, in the order in which this became known. A rebuilt sale
-- adds no row for a state that is here, so that no event is delivered twice.
create table funil.sale_milestones (
  number bigint generated always as identity primary key,
  platform text not null,
  sale_key text not null,
  -- pending, paid, refunded or chargeback.
  state text not null,
  happened_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- True: the notice arrived more than two days after the event, as history that a seller sends again.
  is_late boolean not null default false,

  constraint milestone_is_known check (state in ('pending', 'paid', 'refunded', 'chargeback')),
  constraint reached_once unique (platform, sale_key, state)
);
alter table funil.sale_milestones enable row level security;

insert into funil.migrations (version) values (310);
