/** Returns the element of the server-rendered screen; `null` if there is none or the app has replaced it. */
export function drawnScreen(): HTMLElement | null {
  const place = document.getElementById('drawn');
  return place?.firstChild ? place : null;
}
