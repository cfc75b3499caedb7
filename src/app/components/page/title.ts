let page = 'Edgewatch';
let state = '';

function write(): void {
  document.title = state === '' || page.startsWith(state) ? page : `${state} · ${page}`;
}

export function titlePage(title: string): void {
  page = `${title} · Edgewatch`;
  write();
}

export function titleState(text: string): void {
  state = text;
  write();
}
