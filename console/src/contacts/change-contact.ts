import type {
  StateChangesAnswer,
  SubjectChange,
  SubjectDetail,
  SubjectItem,
  SubjectState,
} from '@funil/contract/console/subjects';
import { ApiError, call, explain } from '../api.ts';
import { tell, warn } from '../parts/notice.ts';
import { queryClient } from '../queries.ts';
import { putItem } from './list-query.ts';
import { STATES } from './states.ts';

type Saved =
  | { readonly ok: true; readonly item: SubjectItem }
  /** Somebody else was first: the row as it is now. */
  | { readonly ok: false; readonly current: SubjectItem };

/** @param note where it was just saved: rows do not have it */
function show(item: SubjectItem, note?: string): void {
  putItem(item);
  queryClient.setQueryData<SubjectDetail>(['subject', item.subject], (detail) =>
    detail === undefined ? detail : { ...detail, ...item, note: note ?? detail.note },
  );
  void queryClient.invalidateQueries({ queryKey: ['subject', item.subject] });
  void queryClient.invalidateQueries({ queryKey: ['today'] });
}

/**
 * Saves state or note of one subject, if it is still as it was seen.
 * @throws ApiError for what is neither saved nor changed by somebody else
 */
export async function saveContact(subject: string, change: SubjectChange): Promise<Saved> {
  try {
    const path = `subjects/${encodeURIComponent(subject)}`;
    const item = await call<SubjectItem>(path, { method: 'PATCH', body: change });
    show(item, change.note);
    return { ok: true, item };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'changed') throw error;
    const current = error.current as SubjectItem;
    show(current);
    return { ok: false, current };
  }
}

type Row = Pick<SubjectItem, 'subject' | 'version' | 'state'>;

async function setStates(rows: readonly Row[], state: SubjectState) {
  const items = rows.map(({ subject, version }) => ({ subject, version }));
  const answer = await call<StateChangesAnswer>('subjects/state', {
    method: 'POST',
    body: { state, items },
  });
  for (const result of answer.results) {
    if (result.ok) show(result.item);
    else if (result.current) show(result.current);
  }
  return answer.results;
}

const people = (count: number) => (count === 1 ? '1 pessoa' : `${count} pessoas`);

/** Says of how many nothing was changed, since somebody else was first. */
function warnOfRefused(count: number): void {
  if (count === 0) return;
  const words =
    count === 1
      ? 'mudou enquanto isso e ficou como está agora.'
      : 'mudaram enquanto isso e ficaram como estão agora.';
  warn(`${people(count)} ${words} Confira na lista.`);
}

/** By state before: what a change of several is taken back to. */
async function takeBack(changed: readonly Row[], before: ReadonlyMap<string, SubjectState>) {
  try {
    let undone = 0;
    for (const state of new Set(before.values())) {
      const rows = changed.filter(({ subject }) => before.get(subject) === state);
      if (rows.length === 0) continue;
      const results = await setStates(rows, state);
      undone += results.filter(({ ok }) => ok).length;
    }
    warnOfRefused(changed.length - undone);
    if (undone === changed.length) tell('Desfeito.');
    else if (undone > 0) tell(`Desfeito: ${people(undone)}.`);
  } catch (error) {
    warn(explain(error));
  }
}

/** Says how many were moved, and offers the way back. */
function tellMoved(changed: readonly Row[], state: SubjectState, rows: readonly Row[]): void {
  if (changed.length === 0) return;
  const before = new Map(rows.map((row) => [row.subject, row.state]));
  tell(`${people(changed.length)}: ${STATES[state].label.toLowerCase()}.`, {
    label: 'Desfazer',
    act: () => void takeBack(changed, before),
  });
}

/** Moves several to a state, says how many, and offers the way back. */
export async function moveContacts(rows: readonly Row[], state: SubjectState): Promise<void> {
  try {
    const results = await setStates(rows, state);
    const changed = results.flatMap((result) => (result.ok ? [result.item] : []));
    warnOfRefused(results.length - changed.length);
    tellMoved(changed, state, rows);
  } catch (error) {
    warn(explain(error));
  }
}

/**
 * The same with whoever is new, into conversation, without their row at hand. Of most who are new nobody has noted
 * anything: that is taken for so at first, since whoever presses may be gone before a row would be there.
 */
async function beginConversation(subject: string): Promise<void> {
  const unnoted: Row = { subject, version: 0, state: 'novo' };
  try {
    const [result] = await setStates([unnoted], 'em_conversa');
    if (result?.ok) tellMoved([result.item], 'em_conversa', [unnoted]);
    else if (result?.current?.state === 'novo') await moveContacts([result.current], 'em_conversa');
  } catch (error) {
    warn(explain(error));
  }
}

/** Notes that a conversation was opened, and asks for the story anew. @param template by which text; null: by none */
export async function noteMessage(subject: string, template: number | null): Promise<void> {
  const path = `subjects/${encodeURIComponent(subject)}/messages`;
  try {
    await call(path, { method: 'POST', body: { template } });
    void queryClient.invalidateQueries({ queryKey: ['subject', subject] });
  } catch {
    // The conversation is open all the same; the story lacks a line.
  }
}

/** Notes that a conversation was opened; who was new is then in conversation, until that is undone. */
export function noteConversation(item: SubjectItem, template: number | null): void {
  if (item.state === 'novo') void moveContacts([item], 'em_conversa');
  void noteMessage(item.subject, template);
}

/** The same of somebody whose row is not at hand: the lead or application of a sale. */
export function noteConversationWith(subject: string | null, template: number | null): void {
  if (subject === null) return;
  void beginConversation(subject);
  void noteMessage(subject, template);
}
