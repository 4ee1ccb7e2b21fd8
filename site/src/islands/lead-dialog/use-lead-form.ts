import type { LeadDialogContent } from '@funil/content/schema/lead-dialog';
import type { SiteContent } from '@funil/content/schema/site';
import type { ToastContent } from '@funil/content/schema/toast';
import type { LeadRow } from '@funil/contract/lead';
import { isName, isPhone } from '@funil/contract/lead-rules';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { saveLead } from '../../capture/gateway.ts';
import { buildCheckoutUrl } from '../../checkout.ts';
import { reportCheckout, reportLead } from '../../tracking/lead.ts';
import { readJourney } from '../../visitor/journey.ts';
import { readUtms, utmColumns } from '../../visitor/utm.ts';
import { randomUuid } from '../../visitor/uuid.ts';

const CHECKOUT_DELAY = 1000;

interface LeadFields {
  nome: string;
  telefone: string;
}

interface Options {
  toasts: LeadDialogContent['toasts'];
  checkout: SiteContent['checkout'];
}

function notify(kind: 'success' | 'error', { title, description }: ToastContent): void {
  toast[kind](title, { description, toasterId: 'lead' });
}

function buildRow({ nome, telefone }: LeadFields): LeadRow {
  const utms = readUtms();
  const { botoes_clicados, tempo_jornada_segundos, paginas_visitadas } = readJourney();
  return {
    nome: nome.trim(),
    telefone,
    ...utmColumns(utms),
    botoes_clicados,
    tempo_jornada_segundos,
    paginas_visitadas,
    origem_timestamp: utms.origem_timestamp,
  };
}

function goToCheckout(checkout: SiteContent['checkout']): void {
  try {
    window.location.assign(buildCheckoutUrl(checkout, readUtms()));
  } catch (error) {
    // The lead is saved; the visitor stays on the page.
    console.error('checkout', error);
  }
}

/** One attempt's key: the same while the same words are sent, another once they change. */
function useAttemptKey(): (fields: LeadFields) => string {
  const attempt = useRef<{ words: string; key: string } | null>(null);
  return ({ nome, telefone }) => {
    const words = JSON.stringify([nome, telefone]);
    if (attempt.current?.words !== words) attempt.current = { words, key: randomUuid() };
    return attempt.current.key;
  };
}

/** The lead dialog's states, closed and open being the dialog's own. */
type State = 'idle' | 'submitting' | 'success';

export function useLeadForm({ toasts, checkout }: Options) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const [state, setState] = useState<State>('idle');
  const { register, handleSubmit, reset, formState } = useForm<LeadFields>({ mode: 'onChange' });
  const keyFor = useAttemptKey();
  // Counts how often the dialog was closed: an answer to an earlier opening's save is not shown.
  const closings = useRef(0);

  useEffect(() => {
    const dialog = dialogRef.current;
    const clear = () => {
      closings.current += 1;
      setState('idle');
      // By value: after a native reset React takes the same words, filled in at once, for no change.
      reset({ nome: '', telefone: '' });
    };
    dialog?.addEventListener('close', clear);
    return () => dialog?.removeEventListener('close', clear);
  }, [reset]);

  const save = async (fields: LeadFields) => {
    const opening = closings.current;
    const isStillOpen = () => closings.current === opening;
    setState('submitting');
    const key = keyFor(fields);
    const row = buildRow(fields);
    const result = await saveLead(row, key);
    if (result.ok) reportLead(key, row);
    if (!isStillOpen()) return;
    if (!result.ok) {
      setState('idle');
      notify('error', result.reason === 'refused' ? toasts.saveError : toasts.unexpected);
      return;
    }
    setState('success');
    notify('success', toasts.saved);
    setTimeout(() => {
      dialogRef.current?.close();
      reportCheckout(key);
      goToCheckout(checkout);
    }, CHECKOUT_DELAY);
  };

  const submit = handleSubmit(save, () => notify('error', toasts.invalid));
  return {
    dialogRef,
    state,
    isValid: formState.isValid,
    register: (name: keyof LeadFields) =>
      register(name, { validate: name === 'nome' ? isName : isPhone }),
    submit,
    /** Enter in a field: the browser itself does not submit past a disabled button. */
    submitOnEnter: (event: KeyboardEvent<HTMLFormElement>) => {
      if (event.key !== 'Enter' || formState.isValid) return;
      if (event.target instanceof HTMLInputElement) void submit(event);
    },
  };
}
