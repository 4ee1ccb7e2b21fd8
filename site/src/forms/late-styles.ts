import autoSave from './auto-save.css?inline';
import leadDialog from './lead-dialog/lead-dialog.css?inline';
import notices from './notices.css?inline';

/** Once, with the code: what the forms show only after something was done in them. */
if (typeof document !== 'undefined') {
  const textContent = autoSave + leadDialog + notices;
  document.head.append(Object.assign(document.createElement('style'), { textContent }));
}
