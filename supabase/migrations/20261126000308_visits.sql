-- Visits and their daily totals: built from events in the background (visits/), rebuilt at any time, read by reports.

-- A row per session.
create table funil.visits (
  -- UUID of the visit.
  session_id uuid primary key,
  -- When its first event happened, by the visitor's clock.
  began_at timestamptz not null,
  -- When the newest of its events was stored.
  seen_at timestamptz not null,
  -- Number of the newest event in this visit.
  last_number bigint not null,
  -- Id of its first event. Of two events at the same time, the smaller id.
  first_event uuid not null,
  -- Source of its first event.
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Pressed a button that opens a form.
  cta boolean not null,
  -- Typed in the lead dialog.
  form_start boolean not null,
  -- Left name and number.
  lead boolean not null,
  -- Continued to the checkout.
  checkout boolean not null,
  -- Returned from the checkout after paying.
  purchase boolean not null,
  -- Sent an application for the mentoring program.
  application boolean not null,
  -- Idempotency key of its newest lead.
  lead_ref uuid,
  -- Id of its newest application.
  application_ref uuid,
  -- The test that it saw, and the version that it saw first; null: none.
  test text,
  version text,
  -- Reasons to take it for a robot's, by its events and its lead; null: they do not mark it.
  suspect text,
  -- Sections, forms, vitals, purchases and signs of a robot in the format of visits/visit.ts.
  detail jsonb not null
) with (fillfactor = 85);
alter table funil.visits enable row level security;

-- Finds the visit of a lead or an application.
create index visits_by_lead_ref on funil.visits (lead_ref) where lead_ref is not null;
create index visits_by_application_ref on funil.visits (application_ref)
  where application_ref is not null;
-- Lists purchases that were reported by the page.
create index visits_with_purchase on funil.visits (began_at) where purchase;
-- Counts the visits of a day up to an hour.
create index visits_by_begin on funil.visits (began_at);
-- Counts the visits of a test.
create index visits_by_test on funil.visits (test, began_at) where test is not null;

-- Lists the visits of robots.
create index visits_suspected on funil.visits (began_at) where suspect is not null;

-- Sources of visits, by a hash of the UTMs: UTMs can be longer than an index entry.
create table funil.visit_origins (
  origin text primary key,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null
);
alter table funil.visit_origins enable row level security;

-- Totals of visits by the day, in Brasília's time zone, on which they began.
create table funil.visit_totals (
  day date not null,
  -- Key of visit_origins; empty: total of all sources.
  origin text not null,
  -- Kind of total, such as lead or section.
  kind text not null,
  -- The counted item, such as the section's name.
  label text not null,
  -- Number of visits.
  visits bigint not null,
  -- Sum of what was measured, such as ms in view.
  amount bigint not null,
  primary key (day, origin, kind, label)
);
alter table funil.visit_totals enable row level security;

-- How far events have been read. One row.
create table funil.visit_progress (
  is_only boolean primary key default true check (is_only),
  -- Number up to which all events are in their visits.
  last_number bigint not null,
  -- When the newest counted event was stored.
  counted_until timestamptz,
  -- Rises when visits are erased or rebuilt.
  generation bigint not null,
  -- Version of the judgement by which rows are marked (contract/src/contacts/robot-signals.ts).
  judgement integer not null default 1
);
alter table funil.visit_progress enable row level security;
insert into funil.visit_progress (last_number, generation) values (0, 0);

insert into funil.migrations (version) values (308);
