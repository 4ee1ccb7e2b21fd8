-- Functions that the checks of captured tables share. contract/ has the same rules for page and server; a test holds
-- both to the same limits (server/tests/store/row-limits.test.ts).

-- Returns the number of ASCII digits in a text.
create function funil.count_digits(value text) returns integer
  language sql immutable strict parallel safe
  return char_length(value) - char_length(translate(value, '0123456789', ''));

-- Returns the invisible characters as the inside of a regular expression's class: spaces, controls, zero-width
-- characters, soft hyphen, directions, fillers, variation selectors. Keep equal to contract/src/characters.ts.
create function funil.invisible() returns text
  language sql immutable parallel safe
  return U&'\0001-\0020\007F-\00A0\00AD\034F\061C\115F-\1160\1680\17B4-\17B5\180B-\180F\2000-\200F\2028-\202F\205F-\206F\2800\3000\3164\FE00-\FE0F\FEFF\FFA0\FFF0-\FFFB\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF';

-- Returns the number of characters from the first visible one to the last.
create function funil.visible_length(value text) returns integer
  language sql immutable strict parallel safe
  return char_length(coalesce(substring(
    value from '[^' || funil.invisible() || '](?:.*[^' || funil.invisible() || '])?'
  ), ''));

-- Whether a text has an invisible character.
create function funil.has_invisible(value text) returns boolean
  language sql immutable strict parallel safe
  return value ~ ('[' || funil.invisible() || ']');

-- Returns a header of the request from PostgREST; null if the row does not come through PostgREST.
-- Source: https://docs.postgrest.org/en/stable/references/transactions.html#request-headers-cookies-and-jwt-claims
create function funil.request_header(name text) returns text
  language sql stable
  return nullif(current_setting('request.headers', true), '')::json ->> name;

-- Returns the signs of a robot: the words of the header x-suspect, which never refuses a row.
create function funil.request_signals() returns text
  language sql stable
  return case
    when coalesce(funil.request_header('x-suspect'), '') = '' then null
    when funil.request_header('x-suspect') ~ '^[a-z][a-z0-9_, -]{0,99}$'
      then funil.request_header('x-suspect')
    else 'malformed'
  end;

-- Returns the reasons to take a row for a robot's; null if its signals do not mark it. As contract/src/contacts/robot-signals.ts.
create function funil.judge_signals(signals text) returns text
  language sql immutable parallel safe
  return case
    when position('!person' in signals) > 0 then null
    when signals ~ ',|honeypot|robot|not-a-browser|headless' then signals
  end;

-- Returns the reasons that the request's own signs give.
create function funil.request_suspicion() returns text
  language sql stable
  return funil.judge_signals(funil.request_signals());

insert into funil.migrations (version) values (303);
