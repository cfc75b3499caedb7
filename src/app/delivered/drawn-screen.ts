/** The server-rendered screen; `null` without one, and after the app has taken over. */
export function drawnScreen(): HTMLElement | null {
  const place = document.getElementById('drawn');
  return place?.firstChild ? place : null;
}
