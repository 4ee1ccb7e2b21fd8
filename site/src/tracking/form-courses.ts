import type { EventPayloads, FormName } from '@funil/contract/tracked-events';

/** A form as code calls it. */
export type Form = 'lead' | 'application';

/** A form as its events call it. */
const TOLD_AS: Record<Form, FormName> = { lead: 'lead', application: 'aplicacao' };

/** What happens in a form, told to whoever counts it. Never carries what was typed. */
export interface FormEvent {
  /** `start`: typed in. `step`: another step shown. `saving`: sent, not yet answered; ends in `complete`
   *  (confirmed) or `failed`. `close`: closed by the visitor. */
  action: 'start' | 'step' | 'saving' | 'complete' | 'failed' | 'close';
  form: Form;
  /** The last step shown. */
  step?: number;
  /** Name of the last field typed in. */
  field?: string;
  /** Joins the event to the row saved: an application's id, a lead's idempotency key. */
  ref?: string;
}

type CourseEvent = 'form_start' | 'form_complete' | 'form_abandon';
type Moment = EventPayloads[CourseEvent];

interface Course {
  moment: Moment;
  /** Sent, and not yet answered: how it ends is not known, even if the page does. */
  isSaving?: boolean;
  /** Closed meanwhile: another may be open. */
  isClosed?: boolean;
  /** Told as given up when the page was left, which may come back as it was. */
  isLeft?: boolean;
}

/**
 * The one owner of what is told of forms. A course begins with the first input and ends once: completed
 * or given up, never both. Who comes back to a page that was left begins anew.
 */
export function createFormCourses(tell: (name: CourseEvent, moment: Moment) => void) {
  const courses = new Map<string, Course>();

  const find = (form: Form) =>
    [...courses.values()].find(
      ({ moment, isClosed }) => moment.form === TOLD_AS[form] && !isClosed,
    );

  function begin(key: string, moment: Moment): Course {
    const known = courses.get(key);
    const course = known ?? { moment };
    course.moment = { ...course.moment, ...moment };
    courses.set(key, course);
    if (!known || course.isLeft) tell('form_start', course.moment);
    course.isLeft = false;
    course.isClosed = false;
    return course;
  }

  function giveUp(course: Course): void {
    if (!course.isLeft) tell('form_abandon', course.moment);
    course.isLeft = true;
  }

  return {
    hear({ action, ref, form, ...place }: FormEvent): void {
      const moment: Moment = { form: TOLD_AS[form], ...place, ...(ref && { lead_ref: ref }) };
      // Each opening of the application is another one; the short form stays what it is.
      const key = form === 'application' ? String(ref) : form;
      const course = courses.get(key);
      switch (action) {
        case 'start':
          begin(key, moment);
          break;
        case 'step':
          if (course) course.moment = { ...course.moment, ...moment };
          break;
        case 'saving':
          begin(key, moment).isSaving = true;
          break;
        case 'complete':
          courses.delete(key);
          tell('form_complete', moment);
          break;
        case 'failed':
          // Closed meanwhile or not, it waits for its visitor.
          if (course) course.isSaving = false;
          break;
        case 'close':
          if (!course) break;
          // What was typed is kept until the answer is there; another application may begin meanwhile.
          if (course.isSaving) course.isClosed = form === 'application';
          else {
            courses.delete(key);
            giveUp(course);
          }
      }
    },
    /** Another field of a form has the focus. */
    touch(form: Form, field: string): void {
      const course = find(form);
      if (course) course.moment = { ...course.moment, field };
    },
    /** The page is left, perhaps to come back. */
    leave(): void {
      for (const course of courses.values()) if (!course.isSaving) giveUp(course);
    },
  };
}
