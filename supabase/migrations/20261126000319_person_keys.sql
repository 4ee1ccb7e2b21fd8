-- Person keys of leads and applications, as contract/src/contacts/person.ts computes them; a test holds both to the same results
-- (server/tests/contacts/person-keys.test.ts). Supabase's clients insert rows without our server, so PostgreSQL computes the keys.
-- ICU's collation knows the letters of every script, whatever the database's locale.

-- Returns the characters that `\s` matches in JavaScript, to stand between the brackets of a regular expression.
create function funil.blanks() returns text
  language sql immutable parallel safe
  return U&'\0009-\000D\0020\00A0\1680\2000-\200A\2028\2029\202F\205F\3000\FEFF';

-- Returns a text without blanks at its ends.
create function funil.trim_blanks(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(value, '^[' || funil.blanks() || ']+|[' || funil.blanks() || ']+$', '', 'g');

-- Returns a text in Unicode's compatibility form, without the characters of its category Cf (format).
create function funil.plain_text(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(normalize(value, NFKC),
    U&'[\00AD\0600-\0605\061C\06DD\070F\0890\0891\08E2\180E\200B-\200F\202A-\202E\2060-\2064\2066-\206F\FEFF\FFF9-\FFFB\+0110BD\+0110CD\+013430-\+01343F\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0001\+0E0020-\+0E007F]',
    '', 'g');

-- Returns the canonical form of a text's digits; null if they are not one complete number. Without back references, which
-- make PostgreSQL's regular expressions ten times slower.
create function funil.canonical_digits(value text) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  area constant text := '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])';
  digits constant text := regexp_replace(value, '[^0-9]', '', 'g');
  is_marked constant boolean := value ~ '^[^0-9]*\+' or digits like '00%';
  significant constant text := regexp_replace(digits, '^00', '');
  is_north_american constant boolean := significant ~ '^1[2-9][0-9]{2}[2-9][0-9]{6}$';
  is_foreign constant boolean := is_marked and (is_north_american or significant not like '1%');
  prefix text;
  national text;
begin
  if length(significant) not between 10 and 15 then
    return null;
  end if;
  foreach prefix in array
    case when is_foreign then array['55', '550', '5555'] else array['', '0', '0__', '55', '550', '5555'] end
  loop
    continue when significant not like prefix || '%';
    national := substr(significant, length(prefix) + 1);
    continue when national like '9191________';
    -- The area code may be doubled.
    if length(national) in (12, 13) and left(national, 2) = substr(national, 3, 2) then
      national := substr(national, 3);
    end if;
    if national ~ ('^' || area || '(?:9?[6-9][0-9]{7}|9[0-5][0-9]{7}|[2-5][0-9]{7})$') then
      return left(national, 2) || case when national ~ '^..9[6-9].{7}$' then right(national, 8) else substr(national, 3) end;
    end if;
  end loop;
  if significant ~ '^(?:55|0)' then
    return null;
  end if;
  if is_foreign or is_north_american or (
    length(significant) between 12 and 13 and significant not like '1%'
    and significant !~ ('^' || area || '(?:9[0-9]{8}|[2-5][0-9]{7})[0-9]')
  ) then
    return '+' || significant;
  end if;
  return null;
end
$$;

-- Returns a number from its first to its last digit, without a spreadsheet's decimals.
create function funil.trim_number(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    substring(value from '(?:[+(][+(' || funil.blanks() || ']*)?[0-9](?:.*[0-9])?'), '([0-9]{8})[.,]00?$', '\1');

-- Returns the canonical form of the first phone number in a text; null: none, or an incomplete one.
create function funil.canonical_phone(value text) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  number text;
  scientific text[];
  part text;
  canonical text;
begin
  if value ~ '^[+0-9() -]+$' then
    canonical := funil.canonical_digits(value);
    if canonical is not null then
      return canonical;
    end if;
  end if;
  number := funil.trim_blanks(funil.plain_text(left(value, 600)));
  scientific := regexp_match(number, '^([0-9])[.,]([0-9]+)[Ee]\+?([0-9]{2})$');
  if length(scientific[2]) = scientific[3]::integer then
    number := scientific[1] || scientific[2];
  end if;
  if number ~ '[0-9][.,][0-9]+[Ee]\+?[0-9]' then
    return null;
  end if;
  foreach part in array regexp_split_to_array(number collate "und-x-icu", E'[[:alpha:]:;=?&|"\n]+') loop
    canonical := coalesce(
      funil.canonical_digits(funil.trim_number(part)),
      funil.canonical_digits(funil.trim_number(substring(part from '^[^/,]*'))),
      funil.canonical_digits(funil.trim_number(substring(part from '^[^' || funil.blanks() || ']*')))
    );
    if canonical is not null then
      return canonical;
    end if;
  end loop;
  return null;
end
$$;

-- Returns the person key of a phone number; null: no number, or one that many people type instead of their own.
create function funil.phone_key(value text) returns text
  language plpgsql immutable strict parallel safe
as $$
declare
  phone constant text := funil.canonical_phone(value);
begin
  return case
    when right(phone, 8) <> repeat(right(phone, 1), 8)
      and phone !~ '^[0-9]{2}9?(?:12345678|23456789)$|^\+?1234567890(?:1|12)?$' then phone
  end;
end
$$;

-- Returns the person key of an e-mail address; null: no address.
create function funil.email_key(value text) returns text
  language sql immutable parallel safe
  return nullif(lower(funil.trim_blanks(value) collate "und-x-icu"), '');

-- Writes the keys with the row. A trigger instead of generated columns, so that anonymous visitors need no right to the functions.
create function funil.write_person_keys() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'leads' then
    new.phone_key := funil.phone_key(new.telefone);
  else
    new.phone_key := funil.phone_key(new.whatsapp);
  end if;
  new.email_key := funil.email_key(new.email);
  return new;
end
$$;
revoke execute on function funil.write_person_keys() from public;

create trigger write_person_keys before insert on public.leads
  for each row execute function funil.write_person_keys();
create trigger write_person_keys before insert on public.applications
  for each row execute function funil.write_person_keys();

insert into funil.migrations (version) values (319);
