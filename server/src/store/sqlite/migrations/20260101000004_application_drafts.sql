-- Who left the form's first step; without an application of the same id, an abandoned one.
create table application_drafts (
  -- UUIDv7 made when the form opens; the application carries the same.
  id text primary key,
  -- When the row was stored: ISO time, UTC.
  created_at text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  -- Why a robot is suspected; null when nothing speaks for it.
  suspect text,
  -- Full name, as typed.
  nome text not null,
  -- Address the team answers to.
  email text not null,
  -- Phone as shown: '+' and digits, formatted for Brazil.
  whatsapp text not null,
  -- Handle with its '@'; empty or a lone '@' when not given.
  instagram text not null,

  constraint id_is_a_uuid check (length(id) = 36 and id not glob '*[^0-9a-f-]*'),
  constraint suspect_is_short check (length(suspect) <= 100),
  constraint nome_has_2_to_200_characters check (
    length(nome) <= 200
    and length(trim(nome, char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197,
      8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279))) >= 2
  ),
  constraint email_has_one_at_and_a_dot_and_no_spaces check (
    length(email) <= 254
    and email like '_%@_%._%' and email not like '%@%@%'
    and email not glob '*[' || char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196,
      8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279) || ']*'
  ),
  constraint whatsapp_has_10_digits_and_at_most_40_characters check (
    length(whatsapp) <= 40
    and whatsapp glob '*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*[0-9]*'
  ),
  -- Letters beyond ASCII are judged by contract/ alone.
  constraint instagram_is_empty_or_a_handle check (
    length(instagram) <= 100
    and (instagram = '' or instagram glob '@*' and substr(instagram, 2)
      not glob '*[^a-zA-Z0-9._' || char(128) || '-' || char(1114111) || ']*')
  )
) strict;
