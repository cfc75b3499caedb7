/** The document's title: what the page is, behind what the reader of a row of tabs must know first. */

let page = 'Edgewatch';
let state = '';

function write(): void {
  document.title = state === '' || page.startsWith(state) ? page : `${state} · ${page}`;
}

/** Names the page. */
export function titlePage(title: string): void {
  page = `${title} · Edgewatch`;
  write();
}

/** Puts a state before it; nothing where it is empty. */
export function titleState(text: string): void {
  state = text;
  write();
}
