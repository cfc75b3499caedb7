/** The screen as its host drew it; `null` where nothing was drawn, and once the app has taken over. */
export function drawnScreen(): HTMLElement | null {
  const place = document.getElementById('drawn');
  return place?.firstChild ? place : null;
}
