const FONT_ROLES = ['display', 'text'];

/** Loads the web fonts (style/faces.css). Returns true if all loaded and showing them moves no text. */
async function loadWebFonts(): Promise<boolean> {
  // Without a stand-in, a system font with the web font's metrics, showing the web font would move text.
  if ([...document.fonts].some(({ status }) => status === 'error')) return false;
  const style = getComputedStyle(document.documentElement);
  const loadFont = (role: string) =>
    document.fonts.load(`1em ${style.getPropertyValue(`--web-${role}`)}`);
  return Promise.all(FONT_ROLES.map(loadFont)).then(
    () => true,
    // Without the network the page keeps the system's fonts.
    () => false,
  );
}

/** Shows all web fonts at once, because each change lays out the page again. */
export async function showWebFonts(): Promise<void> {
  const canShow = await loadWebFonts();
  document.documentElement.setAttribute('data-painted', canShow ? '' : 'without-fonts');
}
