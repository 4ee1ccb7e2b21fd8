import { CONTACT_STATE_LABELS } from '@funil/contract/contacts/contact-states';
import type { FullContact } from '@funil/contract/contacts/contacts';
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { TextArea } from '../parts/Fields.tsx';
import { useUserId } from '../session/session.ts';
import { ConversationLink, MessagePreview } from './ConversationLink.tsx';
import { recordMessage } from './change-contact.ts';
import { addReasonPlaceholder, refusalNote, useMessages } from './message.ts';
import { dropUnsavedReason, putUnsavedReason, readUnsavedReason } from './unsaved-reason.ts';
import type { SaveEdit } from './use-save.ts';

interface Props {
  contact: FullContact;
  save: SaveEdit;
}

const isUndecided = ({ state }: FullContact) => state === 'novo' || state === 'em_conversa';

export function Decision({ contact, save }: Props) {
  const { whatsapp, stage, subject } = contact;
  const { templateFor, valuesForContact } = useMessages();
  const [isRefusing, setIsRefusing] = useState(false);
  if (stage !== 'sent' || whatsapp === null) return null;
  const approval = templateFor('approved');
  const approve = async () => {
    if (await save({ state: 'aprovado' })) await recordMessage(subject, approval?.id ?? null);
  };
  return (
    <>
      {isUndecided(contact) && (
        <div className="buttons *:flex-1">
          <ConversationLink
            whatsapp={whatsapp}
            text={approval?.text ?? ''}
            values={valuesForContact(contact)}
            className="button main"
            onOpen={() => void approve()}
          >
            Aprovar e avisar
          </ConversationLink>
          <Button onClick={() => setIsRefusing(true)}>Recusar e avisar</Button>
        </div>
      )}
      {/* Outside the condition, so that another operator's decision does not close the dialog over a typed reason. */}
      {isRefusing && (
        <RejectDialog
          contact={contact}
          whatsapp={whatsapp}
          save={save}
          onClose={() => setIsRefusing(false)}
        />
      )}
    </>
  );
}

const MAX_REASON_LENGTH = 500;

interface RejectDialogProps extends Props {
  whatsapp: string;
  onClose: () => void;
}

function RejectDialog({ contact, whatsapp, save, onClose }: RejectDialogProps) {
  const { subject, name } = contact;
  const { templateFor, valuesForContact } = useMessages();
  const operator = useUserId();
  const [typedReason, setTypedReason] = useState(() => readUnsavedReason(operator, subject));
  // The full stop is removed, because the template has one after the reason.
  const reason = typedReason.trim().replace(/\.$/, '');
  const template = templateFor('refused');
  const message = {
    text: addReasonPlaceholder(template?.text ?? ''),
    values: { ...valuesForContact(contact), reason },
  };
  const refuse = async () => {
    onClose();
    if (!(await save({ state: 'recusado', note: refusalNote(reason) }))) return;
    dropUnsavedReason(subject);
    await recordMessage(subject, template?.id ?? null);
  };
  const cancel = () => {
    dropUnsavedReason(subject);
    onClose();
  };
  return (
    <Dialog
      title={`Recusar ${name}`}
      description={
        isUndecided(contact)
          ? 'A página promete responder com um sim ou com o motivo do não.'
          : `Isto mudou: agora está “${CONTACT_STATE_LABELS[contact.state]}”. Recusar muda de novo.`
      }
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>Cancelar</Button>
          {reason === '' ? (
            <Button kind="main" disabled>
              Recusar e avisar
            </Button>
          ) : (
            <ConversationLink
              {...message}
              whatsapp={whatsapp}
              className="button main"
              onOpen={() => void refuse()}
            >
              Recusar e avisar
            </ConversationLink>
          )}
        </>
      }
    >
      <TextArea
        label="Motivo, como a pessoa vai ler"
        rows={3}
        maxLength={MAX_REASON_LENGTH}
        value={typedReason}
        onChange={({ target }) => {
          setTypedReason(target.value);
          putUnsavedReason(operator, subject, target.value);
        }}
      >
        <p className="text-small text-muted">Fica também nas anotações.</p>
      </TextArea>
      {reason !== '' && <MessagePreview {...message} />}
    </Dialog>
  );
}
