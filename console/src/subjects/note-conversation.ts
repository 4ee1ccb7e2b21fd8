import type { SubjectItem } from '@funil/contract/console/subjects';
import { call } from '../api.ts';
import { queryClient } from '../queries.ts';
import { beginConversation, moveSubjects } from './change-subject.ts';

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
  if (item.state === 'novo') void moveSubjects([item], 'em_conversa');
  void noteMessage(item.subject, template);
}

/** The same of somebody whose row is not at hand: the lead or application of a sale. */
export function noteConversationWith(subject: string | null, template: number | null): void {
  if (subject === null) return;
  void beginConversation(subject);
  void noteMessage(subject, template);
}
