const FONT_ROLES = ['display', 'text'];

/** Loads the web fonts (style/faces.css). Returns true if text does not move when they are shown. */
async function loadWebFonts(): Promise<boolean> {
  // A stand-in fails if no system font has the web font's metrics, so a change would move text.
  if ([...document.fonts].some(({ status }) => status === 'error')) return false;
  const style = getComputedStyle(document.documentElement);
  const loadFont = (role: string) =>
    document.fonts.load(`1em ${style.getPropertyValue(`--web-${role}`)}`);
  return Promise.all(FONT_ROLES.map(loadFont)).then(
    () => true,
    // Without the network the system's fonts stay.
    () => false,
  );
}

/** Shows all web fonts at once, because each change lays out the page again. */
export async function showWebFonts(): Promise<void> {
  const areShown = await loadWebFonts();
  document.documentElement.setAttribute('data-painted', areShown ? '' : 'without-fonts');
}
