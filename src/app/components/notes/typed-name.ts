/** Name that the reader typed below the last note. It is stored in this browser. */

const key = 'edgewatch:name';

export function typedName(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function storeTypedName(name: string): void {
  try {
    localStorage.setItem(key, name);
  } catch {
    // Storage is full or denied. The name is typed again next time.
  }
}
