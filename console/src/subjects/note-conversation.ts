import type { SubjectItem } from '@funil/contract/console/subjects';
import { call } from '../api.ts';
import { queryClient } from '../queries.ts';
import { moveSubjects } from './change-subject.ts';

/** Notes that a conversation was opened; who was new is then in conversation, until that is undone. */
export async function noteConversation(item: SubjectItem, template: number | null): Promise<void> {
  if (item.state === 'novo') void moveSubjects([item], 'em_conversa');
  try {
    const path = `subjects/${encodeURIComponent(item.subject)}/messages`;
    await call(path, { method: 'POST', body: { template } });
    void queryClient.invalidateQueries({ queryKey: ['subject', item.subject] });
  } catch {
    // The conversation is open all the same; the story lacks a line.
  }
}
