-- What visitors did, one event a row, without personal data.
create table public.jornada (
  -- UUID made by the page; one event is stored once, however often sent.
  id uuid primary key,
  -- When the row was stored.
  created_at timestamptz not null default now(),
  -- UUID of the visit.
  session_id uuid not null,
  -- The event's name, such as section_view.
  name text not null,
  -- When it happened, by the visitor's clock.
  occurred_at timestamptz not null,
  -- Section of the page; null when it belongs to none.
  secao text,
  -- What else is known of it: object.
  payload jsonb not null,
  -- Where the visitor came from; empty when unknown.
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  utm_content text not null,
  utm_term text not null,
  -- Idempotency key of the lead, or id of the application, that this event speaks of.
  lead_ref uuid,

  constraint name_is_snake_case check (name ~ '^[a-z][a-z0-9_]{0,63}$'),
  constraint secao_has_at_most_120_characters check (char_length(secao) <= 120),
  -- Spaces added by a store count too, hence more room than the contract's 4096.
  constraint payload_is_a_small_object check (
    jsonb_typeof(payload) = 'object' and char_length(payload::text) <= 8192
  ),
  constraint utms_have_at_most_255_characters check (
    greatest(char_length(utm_source), char_length(utm_medium), char_length(utm_campaign),
      char_length(utm_content), char_length(utm_term)) <= 255
  )
);

-- The report reads a visit's events together.
create index jornada_by_session on public.jornada (session_id);

-- Retention erases by age.
create index jornada_by_created_at on public.jornada (created_at);

-- Finds the events of one lead or application, to count or to forget them.
create index jornada_by_lead_ref on public.jornada (lead_ref) where lead_ref is not null;

-- PostgREST refuses a batch whole when one of its rows is there already; here that row is skipped.
-- Events of one visit wait for each other, so that of two batches under way with the same event the
-- later one sees it; the server's own inserts say `on conflict do nothing` and need no trigger.
create function funil.skip_stored_event() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('jornada ' || new.session_id::text, 0));
  if exists (select from public.jornada where id = new.id) then
    return null;
  end if;
  return new;
end
$$;
revoke execute on function funil.skip_stored_event() from public;

create trigger skip_stored_event before insert on public.jornada
  for each row when (coalesce(current_setting('request.headers', true), '') <> '')
  execute function funil.skip_stored_event();

alter table public.jornada enable row level security;

create policy "An anonymous visitor may report events" on public.jornada
  for insert to anon with check (true);

revoke all on table public.jornada from public, anon, authenticated;
grant insert (
  id, session_id, name, occurred_at, secao, payload, utm_source, utm_medium, utm_campaign,
  utm_content, utm_term, lead_ref
) on public.jornada to anon;

insert into funil.migrations (version) values (5);
