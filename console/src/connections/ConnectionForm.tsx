import type { ConnectionsResponse, SettingState } from '@funil/contract/console/connections';
import { platformLabel } from '@funil/contract/sales/platforms';
import type { ConnectionSettings, StoredSetting } from '@funil/contract/settings/stored-settings';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { DialogButton, FormDialog } from '../parts/Dialog.tsx';
import { FieldError } from '../parts/Fields.tsx';
import { showToast } from '../parts/toast.ts';
import { useRequest } from '../parts/use-request.ts';
import { saveSettings } from './queries.ts';
import { formValueOf, SettingRow } from './SettingRow.tsx';
import { composeSmtpUrl } from './smtp-url.ts';

interface Props {
  connection: ConnectionSettings;
  settingStates: ConnectionsResponse['settings'];
}

export function ConnectionForm({ connection, settingStates }: Props) {
  const { label, platform, settings } = connection;
  // The states at this owner's first input, so that another owner's save replaces no field while this one types.
  const [typedStates, setTypedStates] = useState<Props['settingStates'] | null>(null);
  const stateOf = (setting: StoredSetting) =>
    (typedStates ?? settingStates).find(({ name }) => name === setting.name);
  const storedSettings = settings.filter((setting) => isStored(stateOf(setting)));
  const newerState = settingStates.find(({ name, stored }) => {
    const typed = typedStates?.find((state) => state.name === name);
    return (
      typed && stored && typed.stored?.at !== stored.at && settings.some((own) => own.name === name)
    );
  });
  const hasField = settings.some((setting) => stateOf(setting)?.source !== 'server');
  const { isBusy, failure, field, run } = useRequest();
  const isSecret = settings.some((setting) => setting.isSecret && !setting.isMailServer);
  const [isReplacing, setIsReplacing] = useState(false);
  const isEditing = isReplacing || storedSettings.length === 0;
  const { form, moveFocus } = useMovedFocus(isEditing);
  const showFields = (isShown: boolean) => {
    moveFocus();
    setIsReplacing(isShown);
    setTypedStates(null);
  };

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = readChanges(settings, stateOf, new FormData(event.currentTarget));
    if (Object.keys(values).length === 0) {
      return isReplacing ? showFields(false) : demandInput(event.currentTarget);
    }
    moveFocus();
    void run(async () => {
      await saveSettings(values);
      showFields(false);
      showToast('Salvo. Já vale.');
    });
  }

  return (
    <form
      className="stack"
      aria-label={label}
      ref={form}
      onInput={() => setTypedStates(typedStates ?? settingStates)}
      onSubmit={save}
    >
      {settings.map((setting) => (
        <SettingRow
          key={setting.name}
          setting={setting}
          state={stateOf(setting)}
          isEditing={isEditing}
          error={field === setting.name ? failure : null}
        />
      ))}
      <FieldError>{settings.some(({ name }) => name === field) ? null : failure}</FieldError>
      {newerState?.stored && !isBusy && (
        <p role="status">
          {newerState.stored.by} salvou isto enquanto você digitava. O que você salvar fica no
          lugar.
        </p>
      )}
      {hasField && (
        <div className="buttons">
          {/* The keys make two elements: if React reused one, the click on “Substituir” would also submit the form. */}
          {isEditing ? (
            <Button key="save" type="submit" kind="main" aria-disabled={isBusy}>
              {isBusy ? 'Salvando…' : isSecret ? 'Salvar segredo' : 'Salvar'}
            </Button>
          ) : (
            <Button key="replace" onClick={() => showFields(true)}>
              Substituir
            </Button>
          )}
          {isReplacing && (
            <Button kind="quiet" onClick={() => showFields(false)}>
              Cancelar
            </Button>
          )}
          {storedSettings.length > 0 && (
            <RemoveSettingsButton
              label={platform ? `${label} da ${platformLabel(platform)}` : label}
              settings={storedSettings}
              onRemoved={() => {
                setIsReplacing(false);
                setTypedStates(null);
              }}
            />
          )}
        </div>
      )}
    </form>
  );
}

/** A click that removes the clicked button calls `moveFocus`, to focus the form's first field or button. */
function useMovedFocus(isEditing: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    const selector = isEditing ? 'input, select' : '.button';
    if (isPressed.current) form.current?.querySelector<HTMLElement>(selector)?.focus();
    isPressed.current = false;
  }, [isEditing]);
  const moveFocus = () => {
    isPressed.current = true;
  };
  return { form, moveFocus };
}

interface RemoveSettingsButtonProps {
  label: string;
  settings: readonly StoredSetting[];
  onRemoved: () => void;
}

const RemoveSettingsButton = ({ label, settings, onRemoved }: RemoveSettingsButtonProps) => (
  <DialogButton
    kind="quiet"
    dialog={(close) => (
      <FormDialog
        title={`Apagar: ${label}?`}
        description="O Funil deixa de usar isto agora. O que já chegou ou foi enviado fica."
        onClose={close}
        submitLabel="Apagar"
        isDestructive
        onSubmit={async () => {
          await saveSettings(Object.fromEntries(settings.map(({ name }) => [name, null])));
          onRemoved();
          showToast('Apagado.');
        }}
      />
    )}
  >
    Apagar
  </DialogButton>
);

/** The first field is required only for this check, because the others can be saved without it. */
function demandInput(form: HTMLFormElement) {
  const input = form.querySelector('input');
  if (!input) return;
  input.required = true;
  input.checkValidity();
  input.required = false;
}

const isStored = (state: SettingState | undefined): boolean =>
  state?.source === 'console' || state?.source === 'unreadable';

/** An empty secret keeps the stored one. */
function readChanges(
  settings: readonly StoredSetting[],
  stateOf: (setting: StoredSetting) => SettingState | undefined,
  formData: FormData,
): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const setting of settings) {
    const state = stateOf(setting);
    if (state?.source === 'server') continue;
    const readField = (name: string) => formData.getAll(name).join().trim();
    const value = setting.isMailServer
      ? composeSmtpUrl(readField('server'), readField('user'), readField('password'))
      : readField(setting.name);
    if (value === formValueOf(setting, state)) continue;
    if (value !== '') changes[setting.name] = value;
    else if (!setting.isSecret) changes[setting.name] = null;
  }
  return changes;
}
