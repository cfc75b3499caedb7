import { createPrivateKey, X509Certificate } from 'node:crypto';
import { SettingsError } from './settings-error.ts';

export function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).fingerprint256 !== '';
  } catch {
    return false;
  }
}

/**
 * Checks that a text has a certificate.
 * @throws SettingsError if there is none.
 */
export function checkCertificate(text: string): void {
  if (!isCertificate(text)) throw new SettingsError('it has no certificate in PEM form');
}

/**
 * Checks that a text has a private key.
 * @throws SettingsError if there is none, or if it needs a passphrase.
 */
export function checkKey(text: string): void {
  try {
    createPrivateKey(text);
  } catch {
    throw new SettingsError('it has no private key in PEM form without a passphrase');
  }
}

export function isPair(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}
