-- Rate limits. The server of this repository counts and refuses by itself. The functions and triggers below hold
-- Supabase's API to the same limits; they act only on requests that come through PostgREST.

-- Captures of each address in the current minute, shared by all replicas of the server.
-- Unlogged: losing the counts in a crash is harmless, and writing them costs no fsync.
create unlogged table funil.rate_limits (
  -- Hash of the address.
  address bytea primary key,
  -- When the count began.
  started_at timestamptz not null,
  -- Captures since started_at.
  captures integer not null
);
alter table funil.rate_limits enable row level security;

-- Returns the maximum number of rows in one request. To change the limit, replace the function.
create function funil.max_rows_per_request() returns integer
  language sql immutable parallel safe
  return 100;

-- Returns the maximum number of requests per minute from one address; 0: no limit. To change the limit, replace the
-- function.
create function funil.max_captures_per_minute() returns integer
  language sql immutable parallel safe
  return 600;

-- Returns the address that a request comes from, of an IPv6 address its /64 network; null if unknown.
-- Supabase's edge writes cf-connecting-ip; elsewhere the first address of x-forwarded-for counts.
create function funil.request_address() returns text
  language plpgsql stable set search_path = ''
as $$
declare
  header text := coalesce(
    funil.request_header('cf-connecting-ip'), funil.request_header('x-forwarded-for'), '');
  address inet;
begin
  address := regexp_replace(trim(split_part(header, ',', 1)), '^::ffff:(?=\d+\.)', '', 'i')::inet;
  return host(case when family(address) = 6 then network(set_masklen(address, 64)) else address end);
exception when invalid_text_representation then
  return null;
end
$$;

-- Runs before each row of a request: counts the request at its first row, and refuses it at the first row beyond the
-- limit. Refusing rolls back the complete request, its count included. Errors have PostgREST's format; source:
-- https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes
create function funil.limit_request() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  row_number integer := coalesce(nullif(current_setting('funil.rows_of_request', true), ''), '0')::integer + 1;
  address text;
  captures_of_minute integer;
begin
  perform set_config('funil.rows_of_request', row_number::text, true);
  if row_number > funil.max_rows_per_request() then
    raise sqlstate 'PGRST' using
      message = json_build_object('code', '54000', 'message',
        format('A request carries at most %s rows.', funil.max_rows_per_request()))::text,
      detail = json_build_object('status', 413, 'headers', json_build_object())::text;
  end if;
  if row_number > 1 or funil.max_captures_per_minute() = 0 then
    return new;
  end if;
  address := funil.request_address();
  if address is null then
    return new;
  end if;

  insert into funil.rate_limits as known (address, started_at, captures)
  values (sha256(convert_to(address, 'UTF8')), now(), 1)
  on conflict on constraint rate_limits_pkey do update set
    captures = 1 + case
      when known.started_at > now() - interval '1 minute' then known.captures else 0 end,
    started_at = case
      when known.started_at > now() - interval '1 minute' then known.started_at else now() end
  returning captures into captures_of_minute;
  if captures_of_minute > funil.max_captures_per_minute() then
    raise sqlstate 'PGRST' using
      message = json_build_object('code', '53400', 'message', 'Too many requests from this address.')::text,
      detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', '60'))::text;
  end if;

  -- Expired counters are removed now and then. A counter locked by another request stays until the next time.
  if random() < 0.01 then
    delete from funil.rate_limits where rate_limits.address in (
      select past.address from funil.rate_limits as past
      where past.started_at < now() - interval '2 minutes' limit 1000 for update skip locked);
  end if;
  return new;
end
$$;
revoke execute on function funil.limit_request() from public;

insert into funil.migrations (version) values (304);
