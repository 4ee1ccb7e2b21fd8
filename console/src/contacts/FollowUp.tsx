import type { FullContact } from '@funil/contract/contacts/contacts';
import { MANAGEMENT } from '@funil/contract/operators/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleContextQuery } from '../console-context.ts';
import { Button } from '../parts/Button.tsx';
import { SelectField, TextField } from '../parts/Fields.tsx';
import { useNow } from '../parts/time/use-now.ts';
import { followUpChoices, formatFollowUp, readDateTime } from './follow-up-dates.ts';
import type { SaveEdit } from './use-save.ts';

interface Props {
  contact: FullContact;
  save: SaveEdit;
}

export function FollowUpDate({ contact: { follow_up_at: at }, save }: Props) {
  const now = useNow();
  const [isDateFormOpen, setIsDateFormOpen] = useState(false);
  const saveDate = (date: string | null) => {
    setIsDateFormOpen(false);
    void save({ follow_up_at: date });
  };
  return (
    <section className="stack">
      <h2>Retorno</h2>
      {at && (
        <p className="flex items-center justify-between gap-3">
          <strong className={Date.parse(at) < now ? 'text-bad' : ''}>
            {formatFollowUp(at, now)}
          </strong>
          <Button kind="quiet" onClick={() => saveDate(null)}>
            Tirar
          </Button>
        </p>
      )}
      <div className="buttons">
        {followUpChoices(now).map(([label, date]) => (
          <Button key={label} onClick={() => saveDate(date)}>
            {label}
          </Button>
        ))}
        <Button aria-expanded={isDateFormOpen} onClick={() => setIsDateFormOpen(!isDateFormOpen)}>
          Outro dia…
        </Button>
      </div>
      {isDateFormOpen && (
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            const date = readDateTime(String(new FormData(event.currentTarget).get('at')));
            if (date !== null) saveDate(date);
          }}
        >
          <TextField
            label="Dia e hora (de Brasília)"
            name="at"
            type="datetime-local"
            required
            autoFocus
          />
          <Button type="submit" kind="main">
            Marcar
          </Button>
        </form>
      )}
    </section>
  );
}

/** Lets managers choose any operator, and attendants take a contact without an owner or give up one of theirs. */
export function ContactOwner({ contact: { owner }, save }: Props) {
  const context = useQuery(consoleContextQuery).data;
  if (!context) return null;
  const { email, role } = context.operator;
  const saveOwner = (newOwner: string | null) => void save({ owner: newOwner });
  const isMine = owner === email;
  return (
    <section className="stack">
      <h2>Responsável</h2>
      {MANAGEMENT.includes(role) ? (
        <SelectField
          label="Quem cuida desta pessoa"
          isLabelHidden
          value={owner ?? ''}
          options={[
            ['', 'Ninguém'],
            ...[...new Set([...context.team, ...(owner ? [owner] : [])])].map(
              (member) => [member, member === email ? `${member} (você)` : member] as const,
            ),
          ]}
          onChange={(chosenOwner) => saveOwner(chosenOwner || null)}
        />
      ) : (
        <p className="text-muted">{isMine ? 'Você' : (owner ?? 'Ninguém ainda')}</p>
      )}
      {(owner === null || isMine) && (
        <Button onClick={() => saveOwner(isMine ? null : email)}>
          {isMine ? 'Deixar de cuidar' : 'Ficar com esta pessoa'}
        </Button>
      )}
    </section>
  );
}
