import { SettingsError } from '../net/settings-error.ts';

/**
 * A path prefix with a leading and without a trailing slash; empty for the root.
 * @throws SettingsError if it is no plain path.
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
