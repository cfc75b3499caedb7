/** The error of a mistake in the command line or the configuration. Its message is one sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
