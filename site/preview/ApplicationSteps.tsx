import type { ApplicationModalContent } from '@funil/content/schema/application-modal';
import { ApplicationForm } from '../src/forms/application-modal/ApplicationForm.tsx';
import { createFlow, type Step } from '../src/forms/application-modal/flow.ts';
import type { Application } from '../src/forms/application-modal/use-application.ts';

const nothing = () => undefined;

/** Returns an application that stands at a step and does nothing. */
function standAt(step: Step, { steps }: ApplicationModalContent): Application {
  const state = { ...createFlow(steps.asking).closed, step };
  return {
    state,
    canProceed: true,
    read: () => state,
    autoSave: { status: 'idle', isVisible: false },
    isOutsideDialog: false,
    hasFailed: { current: false },
    open: nothing,
    close: nothing,
    edit: () => state,
    leave: () => state,
    next: () => false,
    back: nothing,
    submit: () => false,
  };
}

/** Each step after the welcome as a template, which the frame puts into the dialog. */
export function ApplicationSteps({ content }: { content: ApplicationModalContent }) {
  const asking = content.steps.asking.map((_, index) => (index + 1) as Step);
  return [...asking, 5 as const].map((step) => (
    <template key={step} data-application-step={step === 5 ? 'ink' : 'paper'}>
      <ApplicationForm content={content} application={standAt(step, content)} />
    </template>
  ));
}
