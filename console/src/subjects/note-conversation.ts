import type { SubjectItem } from '@funil/contract/console/subjects';
import { call } from '../api.ts';
import { queryClient } from '../queries.ts';
import { moveSubjects } from './change-subject.ts';
import { subjectQuery } from './subject-query.ts';

/** A conversation that was opened. @param template by which text; null: by none */
async function noteMessage(subject: string, template: number | null): Promise<void> {
  const path = `subjects/${encodeURIComponent(subject)}/messages`;
  await call(path, { method: 'POST', body: { template } });
  void queryClient.invalidateQueries({ queryKey: ['subject', subject] });
}

/** Notes that a conversation was opened; who was new is then in conversation, until that is undone. */
export async function noteConversation(item: SubjectItem, template: number | null): Promise<void> {
  if (item.state === 'novo') void moveSubjects([item], 'em_conversa');
  try {
    await noteMessage(item.subject, template);
  } catch {
    // The conversation is open all the same; the story lacks a line.
  }
}

/** The same of somebody whose row is not at hand: the lead or application of a sale. */
export async function noteConversationWith(
  subject: string | null,
  template: number | null,
): Promise<void> {
  if (subject === null) return;
  try {
    await noteMessage(subject, template);
    const item = await queryClient.fetchQuery({ ...subjectQuery(subject), staleTime: 0 });
    if (item.state === 'novo') await moveSubjects([item], 'em_conversa');
  } catch {
    // The conversation is open all the same; the story lacks a line, or the state is as it was.
  }
}
