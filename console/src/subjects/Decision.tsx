import type { SubjectDetail, SubjectState } from '@funil/contract/console/subjects';
import type { Template, TemplateUse } from '@funil/contract/console/templates';
import { ConversationLink } from './ConversationLink.tsx';
import type { Filling } from './greeting.ts';
import { noteMessage } from './note-conversation.ts';
import type { Save } from './use-save.ts';

interface Props {
  detail: SubjectDetail;
  templates: readonly Template[];
  filling: Filling;
  save: Save;
}

const ANSWERS: readonly { state: SubjectState; use: TemplateUse; label: string }[] = [
  { state: 'aprovado', use: 'approved', label: 'Aprovar e avisar' },
  { state: 'recusado', use: 'refused', label: 'Recusar e avisar' },
];

/** Yes or no to an application, with its message: one press does both. */
export function Decision({ detail, templates, filling, save }: Props) {
  const { wa, stage, state } = detail;
  const isOpen = state === 'novo' || state === 'em_conversa';
  if (stage !== 'sent' || !isOpen || wa === null) return null;
  return (
    <div className="decision">
      {ANSWERS.map(({ state: next, use, label }) => {
        const template = templates.find((each) => each.for === use);
        const decide = async () => {
          if (await save({ state: next })) await noteMessage(detail.subject, template?.id ?? null);
        };
        return (
          <ConversationLink
            key={next}
            digits={wa}
            text={template?.text ?? ''}
            filling={filling}
            subject={detail.subject}
            className="button"
            onOpen={() => void decide()}
          >
            {label}
          </ConversationLink>
        );
      })}
    </div>
  );
}
