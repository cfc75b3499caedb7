/** A mistake in the command line or the configuration, as one sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
