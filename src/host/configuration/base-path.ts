import { SettingsError } from '../net/settings-error.ts';

/**
 * Parses a path prefix. The result has a leading slash and no trailing one; it is empty for the root.
 * @param where - name of the setting, for the error message.
 * @throws SettingsError if the text is not a plain path.
 */
export function parseBasePath(text: string, where: string): string {
  const segments = text.replace(/^\//, '').replace(/\/$/, '').split('/');
  const isPlain = segments.every((segment) => /^[A-Za-z0-9._~-]+$/.test(segment) && !/^\.\.?$/.test(segment));
  if (text === '/') return '';
  if (isPlain) return `/${segments.join('/')}`;
  throw new SettingsError(
    `${where} must be a path such as /edgewatch, of letters, digits, ".", "_", "~" and "-", not ${JSON.stringify(text)}.`,
  );
}
